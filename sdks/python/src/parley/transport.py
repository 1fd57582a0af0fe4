from __future__ import annotations

import json
import logging
import random
import socket
import ssl
import time
import typing as t
import uuid
from http.client import HTTPException
from urllib.parse import urlencode, urlsplit

from .cancellation import Cancellation
from .configuration import USER_AGENT, read_api_key, read_base_url, read_idempotency_key, to_json
from .connections import Answer, Connections, Request
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, ParleyError
from .uploads import FileBody

#: The idempotency key of a call: None for a new one, False for none.
IdempotencyKey = t.Union[str, t.Literal[False], None]

_FIRST_BACKOFF_SECONDS = 0.5
_MAX_BACKOFF_SECONDS = 8.0
_UNREACHABLE = "Parley cannot be reached"


_log = logging.getLogger("parley")


class Retry(t.NamedTuple):
    """A retry that is about to be waited for. Its text is a sentence."""

    action: str
    #: Number of the attempt after the wait: 2 for the first retry.
    attempt: int
    seconds: float
    #: Why it is retried: a rate limit, a restart, a failed connection or an attempt without an answer.
    error: ParleyError

    def __str__(self) -> str:
        return f"{self.action} waits {self.seconds:.1f} s before attempt {self.attempt}: {self.error}"


OnRetry = t.Callable[[Retry], object]


class Settings(t.NamedTuple):
    timeout: float
    attempt_timeout: float
    max_retries: int
    on_retry: OnRetry | None


def backoff_seconds(repeat: int) -> float:
    """Exponential backoff with jitter, so that clients do not retry at the same time."""
    return min(_MAX_BACKOFF_SECONDS, _FIRST_BACKOFF_SECONDS * 2.0 ** min(repeat, 10)) * random.uniform(0.5, 1)


def present(optional: t.Mapping[str, t.Any]) -> t.Dict[str, t.Any]:
    """The fields that are given."""
    return {name: value for name, value in optional.items() if value is not None}


class Transport:
    """Calls actions over HTTP, with retries."""

    def __init__(
        self, base_url: str | None, api_key: str | None, settings: Settings, ssl_context: ssl.SSLContext | None
    ) -> None:
        address = read_base_url(base_url)
        self._headers = {"Authorization": f"Bearer {read_api_key(api_key)}", "User-Agent": USER_AGENT}
        self._connections = Connections(address, ssl_context)
        self._path = urlsplit(address).path.rstrip("/") + "/"
        self._settings = settings

    @property
    def timeout(self) -> float:
        return self._settings.timeout

    def close(self) -> None:
        self._connections.close()

    def call(
        self,
        method: t.Literal["GET", "POST"],
        action: str,
        given: t.Mapping[str, t.Any],
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
        *,
        started: float | None = None,
        cancellation: Cancellation | None = None,
        file: FileBody | None = None,
    ) -> t.Any:
        """Calls an action; returns its answer. ``file`` is the body, with the input in the query. Errors: ApiError, ApiConnectionError, ApiTimeoutError."""
        settings, cancellation = self._settings, cancellation or Cancellation()
        seconds = settings.timeout if timeout is None else timeout
        retries = settings.max_retries if max_retries is None else max_retries
        deadline = (time.monotonic() if started is None else started) + seconds
        headers = {**self._headers, "Accept": "application/json"}
        target = self._path + action
        body: bytes | FileBody | None = file
        given = {name: to_json(name, value) for name, value in given.items()}
        if method == "GET" or file:
            texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}
            target += "?" + urlencode(texts) if texts else ""
        if method == "POST":
            if file is None:
                body = json.dumps(given, allow_nan=False).encode()
            elif file.size is not None:
                headers["Content-Length"] = str(file.size)
            headers["Content-Type"] = "application/octet-stream" if file else "application/json"
            if idempotency_key is not False:
                key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
                headers["Idempotency-Key"] = read_idempotency_key(key)
        is_repeatable = method == "GET" or idempotency_key is not False
        request = Request(method, target, headers, body, is_repeatable and (file is None or file.is_repeatable))
        is_outcome_unknown = False
        repeat = 0
        while True:
            # An attempt after which no other may come has all of the time, and so has a file, which may be large.
            is_last = not request.is_repeatable or repeat >= retries or file is not None
            end = deadline if is_last else min(deadline, time.monotonic() + settings.attempt_timeout)
            try:
                return _read(self._connections.request(request, end, cancellation))
            except ApiError as error:
                # The first attempt of the same call may still be running.
                is_own_repeat = is_outcome_unknown and error.code == "idempotency_in_progress"
                may_repeat = (error.status in (429, 503) or is_own_repeat) and (file is None or file.is_repeatable)
                failure: ParleyError = error
                retry_after = error.retry_after
            except (OSError, HTTPException) as error:
                # A timeout with an error number is one of the operating system: a failed connection.
                is_timeout = isinstance(error, socket.timeout) and error.errno is None
                if time.monotonic() >= deadline or (is_timeout and end >= deadline):
                    raise ApiTimeoutError(f"{action} got no answer in {seconds} s.") from error
                is_outcome_unknown = True
                may_repeat, retry_after = request.is_repeatable and not cancellation.is_set(), None
                unanswered = f"There was no answer in {settings.attempt_timeout} s."
                failure = ApiTimeoutError(unanswered) if is_timeout else ApiConnectionError(f"{_UNREACHABLE}: {error}")
                failure.__cause__ = error
            wait = backoff_seconds(repeat) if retry_after is None else retry_after
            if not may_repeat or repeat >= retries or time.monotonic() + wait >= deadline:
                raise failure
            (settings.on_retry or _log.info)(Retry(action, repeat + 2, wait, failure))
            if cancellation.wait(wait):
                raise failure
            repeat += 1


def _read(answer: Answer) -> t.Dict[str, t.Any]:
    try:
        body = json.loads(answer.body.decode())
    except ValueError:
        body = None
    if 200 <= answer.status < 300 and isinstance(body, dict):
        return body
    raise ApiError(answer.status, body if isinstance(body, dict) else {}, answer.headers)
