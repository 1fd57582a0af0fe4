from __future__ import annotations

import contextlib
import socket
import threading
import typing as t
from http.client import HTTPConnection


class Cancellation(threading.Event):
    """Ends a call that runs in another thread: its wait for a retry, or its connection."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._connection: HTTPConnection | None = None

    def set(self) -> None:
        with self._lock:
            super().set()
            if self._connection and self._connection.sock:
                with contextlib.suppress(OSError):
                    # The socket below TLS: the layer above belongs to the thread that reads.
                    socket.socket.shutdown(self._connection.sock, socket.SHUT_RDWR)

    @contextlib.contextmanager
    def watch(self, connection: HTTPConnection) -> t.Iterator[None]:
        """Within it, `set` ends what waits for this connection, which later belongs to another call."""
        with self._lock:
            self.raise_if_set()
            self._connection = connection
        try:
            yield
        finally:
            with self._lock:
                self._connection = None

    def raise_if_set(self) -> None:
        if self.is_set():
            raise ConnectionAbortedError("the call was cancelled")
