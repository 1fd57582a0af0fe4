from __future__ import annotations

import asyncio
import dataclasses
import inspect
import typing as t
from http import HTTPStatus

from . import models as m
from .errors import ConfigurationError, WebhookError
from .webhook import Headers, Scheme, Secret, Webhook


class DjangoRequest(t.Protocol):
    """The part of Django's HttpRequest that the receiver reads."""

    @property
    def body(self) -> bytes: ...

    @property
    def headers(self) -> t.Any: ...


class FlaskRequest(t.Protocol):
    """The part of Flask's Request that the receiver reads."""

    @property
    def content_length(self) -> int | None: ...

    @property
    def headers(self) -> t.Any: ...

    @property
    def stream(self) -> t.Any: ...

    def get_data(self) -> bytes: ...


Message = t.MutableMapping[str, t.Any]
_NO_CONTENT, _UNAUTHORIZED, _NOT_ALLOWED, _TOO_LARGE = 204, 401, 405, 413


def _is_async(function: t.Callable[..., object]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


@dataclasses.dataclass(frozen=True)
class _Receiver:
    secret: Secret = dataclasses.field(repr=False)
    on_event: t.Callable[[m.Event], object]
    scheme: Scheme = "standard"
    max_bytes: int = 5_000_000

    async def asgi(
        self, scope: Message, receive: t.Callable[[], t.Awaitable[Message]], send: t.Callable[[Message], t.Awaitable[None]]
    ) -> None:
        """An ASGI application, at any path. A function runs in a thread."""
        if scope["type"] != "http":
            raise ValueError(f"Events are not posted over {scope['type']}.")
        status, event, body, more = _NOT_ALLOWED, None, bytearray(), scope["method"] == "POST"
        while more and len(body) <= self.max_bytes:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if scope["method"] == "POST":
            status, event = self._read(bytes(body), scope["headers"])
        if event:
            await self._handle_async(event)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _handle_async(self, event: m.Event) -> None:
        handled = self.on_event(event) if _is_async(self.on_event) else await asyncio.to_thread(self.on_event, event)
        if inspect.isawaitable(handled):
            await handled

    def _read(self, raw_body: bytes, headers: Headers) -> t.Tuple[int, m.Event | None]:
        if len(raw_body) > self.max_bytes:
            return _TOO_LARGE, None
        try:
            return _NO_CONTENT, Webhook.verify(raw_body, headers, self.secret, scheme=self.scheme)
        except WebhookError as error:
            if error.problem == "invalid_secret":
                raise
            return _UNAUTHORIZED, None


@dataclasses.dataclass(frozen=True)
class WebhookReceiver(_Receiver):
    """Receives posted events, in any framework. Answers 204, and 401 to a request that Parley did not sign. An exception of
    ``on_event`` is raised, so that the framework reports it and answers 500; then Parley posts the event again.

    secret: The webhook secret of the key, or several during a rotation.
    on_event: Handles an event. An event can arrive twice: de-duplicate by its id.
    scheme: As in ``Webhook.verify``.
    max_bytes: The longest body.
    """

    def __post_init__(self) -> None:
        if _is_async(self.on_event):
            raise ConfigurationError("on_event is a coroutine function, which only AsyncWebhookReceiver awaits: use that.")

    def handle(self, raw_body: bytes, headers: Headers) -> int:
        """Verifies and handles an event; returns the HTTP status to answer."""
        status, event = self._read(raw_body, headers)
        if event and inspect.isawaitable(self.on_event(event)):
            raise TypeError("on_event returned an awaitable, which only AsyncWebhookReceiver awaits: use that.")
        return status

    def django(self, request: DjangoRequest) -> int:
        """The status for a view with ``@csrf_exempt`` and ``@require_POST``."""
        return self.handle(request.body, request.headers)

    def flask(self, request: FlaskRequest) -> t.Tuple[str, int]:
        """The answer of a view of POST requests."""
        return "", self.handle(self._flask_body(request), request.headers)

    def wsgi(self, environ: t.Dict[str, t.Any], start_response: t.Callable[..., t.Any]) -> t.Iterable[bytes]:
        """A WSGI application, at any path."""
        status = _NOT_ALLOWED
        if environ["REQUEST_METHOD"] == "POST":
            headers = {name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")}
            status = self.handle(self._wsgi_body(environ), headers)
        described = [("Content-Type", "text/plain"), ("Content-Length", "0")]
        start_response(f"{status} {HTTPStatus(status).phrase}", [] if status == _NO_CONTENT else described)
        return [b""]

    def _wsgi_body(self, environ: t.Mapping[str, t.Any]) -> bytes:
        """The body, at most to the first byte beyond the limit. A body without a length is read only if the server marks its end."""
        length = environ.get("CONTENT_LENGTH") or (self.max_bytes + 1 if environ.get("wsgi.input_terminated") else 0)
        body: bytes = environ["wsgi.input"].read(min(int(length), self.max_bytes + 1))
        return body

    def _flask_body(self, request: FlaskRequest) -> bytes:
        """The body, at most to the first byte beyond the limit; one that Flask has read already is in its cache."""
        if request.content_length is not None and request.content_length <= self.max_bytes:
            return request.get_data()
        body: bytes = request.stream.read(self.max_bytes + 1)
        return body


@dataclasses.dataclass(frozen=True)
class AsyncWebhookReceiver(_Receiver):
    """The same for asyncio: ``on_event`` is a coroutine function, or a function, which runs in a thread."""

    async def handle(self, raw_body: bytes, headers: Headers) -> int:
        """Verifies and handles an event; returns the HTTP status to answer."""
        status, event = self._read(raw_body, headers)
        if event:
            await self._handle_async(event)
        return status
