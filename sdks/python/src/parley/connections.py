from __future__ import annotations

import contextlib
import io
import os
import selectors
import socket
import ssl
import time
import typing as t
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from .cancellation import Cancellation
from .uploads import FileBody


class Request(t.NamedTuple):
    method: str
    target: str
    headers: t.Dict[str, str]
    body: bytes | FileBody | None
    #: Whether it may reach the server twice.
    is_repeatable: bool


class Answer(t.NamedTuple):
    status: int
    #: Names are in lower case.
    headers: t.Dict[str, str]
    body: bytes


def seconds_to(deadline: float) -> float:
    """Seconds until a time of the monotonic clock. Raises TimeoutError after it."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("the time is over")
    return left


class _Reader(io.RawIOBase):
    """Reads a socket until a deadline, which a server that sends byte by byte does not extend."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline
        self._file = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: t.Any) -> int | None:
        self._sock.settimeout(seconds_to(self._deadline))
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _Readable(t.NamedTuple):
    """The part of a socket that HTTPResponse uses."""

    sock: socket.socket
    deadline: float

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self.sock, self.deadline))


class Connections:
    """Connections to one origin, which are kept open and used again. Threads may share it."""

    def __init__(self, origin: str, ssl_context: ssl.SSLContext | None) -> None:
        parts = urlsplit(origin)
        self._host, self._port = parts.hostname or "", parts.port
        self._ssl = (ssl_context or ssl.create_default_context()) if parts.scheme == "https" else None
        self._idle: t.List[HTTPConnection] = []
        self._process = os.getpid()

    def request(self, request: Request, deadline: float, cancellation: Cancellation) -> Answer:
        """Sends a request and reads its answer. Errors: OSError, HTTPException; after the deadline socket.timeout."""
        # The server may close an idle connection at any time, so a request that must not be repeated gets a new one.
        connection = (self._take() if request.is_repeatable else None) or self._open()
        try:
            connection.timeout = seconds_to(deadline)
            if connection.sock is None:
                connection.connect()
            t.cast(socket.socket, connection.sock).settimeout(seconds_to(deadline))
            connection.response_class = lambda sock, **given: HTTPResponse(  # type: ignore[assignment]
                t.cast(socket.socket, _Readable(sock, deadline)), **given
            )
            with cancellation.watch(connection):
                is_whole = _send(connection, request, deadline)
                response = connection.getresponse()
                content = response.read()
        except BaseException:
            connection.close()
            raise
        if response.will_close or not is_whole:
            connection.close()
        else:
            self._idle.append(connection)
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, content)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _open(self) -> HTTPConnection:
        if self._ssl:
            return HTTPSConnection(self._host, self._port, context=self._ssl)
        return HTTPConnection(self._host, self._port)

    def _take(self) -> HTTPConnection | None:
        if self._process != os.getpid():
            # A forked process must not use the connections of its parent.
            self.close()
            self._process = os.getpid()
        with contextlib.suppress(IndexError):
            while True:
                connection = self._idle.pop()
                if _is_open(connection):
                    return connection
                connection.close()
        return None


def _send(connection: HTTPConnection, request: Request, deadline: float) -> bool:
    """Sends a request; False if the server ended the connection before the end of a file: it may have answered then."""
    body = request.body
    if not isinstance(body, FileBody):
        connection.request(request.method, request.target, body, request.headers)
        return True

    def chunks(file: FileBody) -> t.Iterator[bytes]:
        for chunk in file.chunks():
            t.cast(socket.socket, connection.sock).settimeout(seconds_to(deadline))
            yield chunk

    try:
        connection.request(request.method, request.target, chunks(body), request.headers)
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True


def _is_open(connection: HTTPConnection) -> bool:
    """Whether the server has kept an idle connection open: then there is nothing to read from it."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return not selector.select(0)
