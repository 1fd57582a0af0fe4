from __future__ import annotations

import datetime
import threading
import time
import typing as t

from . import models as m
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, ParleyError
from .cancellation import Cancellation
from .transport import Transport, backoff_seconds, present


class CursorStore(t.Protocol):
    """Stores the id of the last handled event, for example in a file or a database row."""

    def load(self) -> str | None: ...

    def save(self, cursor: str) -> None: ...


class PullsEvents:
    """``client.events.pull()``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

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
        stop: threading.Event | None = None,
        on_error: t.Callable[[ParleyError], object] | None = None,
    ) -> t.Iterator[m.Event]:
        """The events of the key, oldest first, each at least once. The cursor moves past an event when the next one is
        requested: after a crash, an exception or a ``break``, the unfinished event is delivered again.

        after: Starts after this event. Default: after the stored cursor, else with the oldest event of the ledger.
        from_latest: Whether a pull without ``after`` and without a stored cursor starts at the end of the ledger: only
            new events.
        since: Omits events that were created before this time.
        cursor: Where the position is stored. Without it, every pull starts with ``after``, or as ``from_latest`` says.
        follow: Whether to poll for new events at the end of the ledger, and to retry after temporary errors.
        limit: Events per call, 1 to 500.
        stop: Ends the iteration once it is set.
        on_error: Called with each temporary error, and with ``invalid_after`` of a position older than the ledger (30
            days), after which the iteration continues with the oldest event. Without it, such a position is raised.
        """
        after = after or (cursor.load() if cursor else None) or ("latest" if from_latest else None)
        failures = 0
        while not (stop and stop.is_set()):
            try:
                given = present({"after": after, "since": since, "limit": limit})
                cancellation = stop if isinstance(stop, Cancellation) else None
                page: m.EventsAnswer = self._transport.call("GET", "events", given, cancellation=cancellation)
                failures = 0
            except (ApiError, ApiConnectionError, ApiTimeoutError) as error:
                if on_error and isinstance(error, ApiError) and "oldest_after" in error.body:
                    on_error(error)
                    after = error.body["oldest_after"]
                    continue
                is_temporary = not isinstance(error, ApiError) or error.status == 429 or error.status >= 500
                if not follow or not is_temporary:
                    raise
                if on_error:
                    on_error(error)
                _wait(backoff_seconds(failures), stop)
                failures += 1
                continue
            for event in page["events"]:
                yield event
                after = _move(event["id"], after, cursor)
                if stop and stop.is_set():
                    return
            after = _move(page["next_after"], after, cursor)
            if not page["has_more"]:
                if not follow:
                    return
                _wait(poll_seconds, stop)


def _move(position: str | None, after: str | None, cursor: CursorStore | None) -> str | None:
    if position is None or position == after:
        return after
    if cursor:
        cursor.save(position)
    return position


def _wait(seconds: float, stop: threading.Event | None) -> None:
    if stop:
        stop.wait(seconds)
    else:
        time.sleep(seconds)
