from __future__ import annotations

import datetime
import typing as t

from . import models as m
from .errors import ParleyError
from .pull_events import CursorStore, PullsEvents

if t.TYPE_CHECKING:
    from .async_client import AsyncTransport


class AsyncPullsEvents:
    """``client.events.pull()`` of AsyncClient."""

    _transport: AsyncTransport

    def pull(
        self,
        *,
        cursor: CursorStore | None = None,
        after: str | None = None,
        from_latest: bool = False,
        since: str | datetime.datetime | None = None,
        follow: bool = True,
        poll_seconds: float = 2.0,
        limit: int | None = None,
        on_error: t.Callable[[ParleyError], object] | None = None,
    ) -> t.AsyncIterator[m.Event]:
        """As ``client.events.pull()`` of Client, for ``async for``. ``cursor`` and ``on_error`` are called in a thread."""
        puller = PullsEvents(self._transport.blocking)
        return self._transport.iterate(
            lambda stop: puller.pull(
                cursor=cursor,
                after=after,
                from_latest=from_latest,
                since=since,
                follow=follow,
                poll_seconds=poll_seconds,
                limit=limit,
                stop=stop,
                on_error=on_error,
            )
        )
