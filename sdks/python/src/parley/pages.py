from __future__ import annotations

import typing as t

Page = t.TypeVar("Page")
Item = t.TypeVar("Item")


class _Pages:
    def __init__(
        self, read: t.Callable[[t.Dict[str, t.Any]], t.Any], *, position: str, items: str, more: str | None = None
    ) -> None:
        """``position``: the request's field for the position of a page. ``items``: the answer's field with the entries.
        ``more``: the answer's flag for a further page; without it, the next position is None on the last page."""
        self._read = read
        self._position = position
        self._items = items
        self._more = more

    def _following(self, page: t.Mapping[str, t.Any]) -> t.Dict[str, t.Any] | None:
        """The position after a page; None after the last one."""
        following = page[f"next_{self._position}"]
        is_last = following is None if self._more is None else page[self._more] is not True
        return None if is_last else {self._position: following}


class Listing(_Pages, t.Generic[Page, Item]):
    """A list of the API: iterate over it for the entries of all pages. Nothing is called before that."""

    def __iter__(self) -> t.Iterator[Item]:
        for page in t.cast(t.Iterator[t.Any], self.pages()):
            yield from page[self._items]

    def first_page(self) -> Page:
        page: Page = self._read({})
        return page

    def pages(self) -> t.Iterator[Page]:
        """Every page, one call each."""
        at: t.Dict[str, t.Any] | None = {}
        while at is not None:
            page = self._read(at)
            yield page
            at = self._following(page)


class AsyncListing(_Pages, t.Generic[Page, Item]):
    """The same for ``async for``."""

    async def __aiter__(self) -> t.AsyncIterator[Item]:
        async for page in t.cast(t.AsyncIterator[t.Any], self.pages()):
            for item in page[self._items]:
                yield item

    async def first_page(self) -> Page:
        page: Page = await self._read({})
        return page

    async def pages(self) -> t.AsyncIterator[Page]:
        """Every page, one call each."""
        at: t.Dict[str, t.Any] | None = {}
        while at is not None:
            page = await self._read(at)
            yield page
            at = self._following(page)
