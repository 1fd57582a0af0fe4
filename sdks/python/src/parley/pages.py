from __future__ import annotations

import typing as t

Page = t.TypeVar("Page")
Item = t.TypeVar("Item")


class Listing(t.Generic[Page, Item]):
    """A list of the API: iterate over it for the entries of all pages. Nothing is called before that."""

    def __init__(
        self, read: t.Callable[[t.Dict[str, t.Any]], t.Any], *, position: str, items: str, more: str | None = None
    ) -> None:
        """``position``: the request's field for the position of a page. ``items``: the answer's field with the entries.
        ``more``: the answer's flag for a further page; without it, the next position is None on the last page."""
        self._read = read
        self._position = position
        self._items = items
        self._more = more

    def __iter__(self) -> t.Iterator[Item]:
        for page in t.cast(t.Iterator[t.Any], self.pages()):
            yield from page[self._items]

    def first_page(self) -> Page:
        page: Page = self._read({})
        return page

    def pages(self) -> t.Iterator[Page]:
        """Every page, one call each."""
        at: t.Dict[str, t.Any] = {}
        while True:
            page = self._read(at)
            yield page
            following = page[f"next_{self._position}"]
            if following is None if self._more is None else page[self._more] is not True:
                return
            at = {self._position: following}
