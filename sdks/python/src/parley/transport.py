from __future__ import annotations

import datetime
import json
import random
import socket
import ssl
import time
import typing as t
import uuid
from http.client import HTTPException
from urllib.parse import urlencode, urlsplit

from .connections import Answer, Connections, Request
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, ParleyError

#: The idempotency key of a call: None for a new one, False for none.
IdempotencyKey = t.Union[str, t.Literal[False], None]

_FIRST_BACKOFF_SECONDS = 0.5
_MAX_BACKOFF_SECONDS = 8.0


def backoff_seconds(repeat: int) -> float:
    """Exponential backoff with jitter, so that clients do not retry at the same time."""
    return min(_MAX_BACKOFF_SECONDS, _FIRST_BACKOFF_SECONDS * 2.0 ** min(repeat, 10)) * random.uniform(0.5, 1)


def present(optional: t.Mapping[str, t.Any]) -> t.Dict[str, t.Any]:
    """The fields that are given."""
    return {name: value for name, value in optional.items() if value is not None}


class Transport:
    """Calls actions over HTTP, with retries."""

    def __init__(
        self, base_url: str, api_key: str, timeout: float, max_retries: int, ssl_context: ssl.SSLContext | None
    ) -> None:
        self._connections = Connections(base_url, ssl_context)
        self._path = urlsplit(base_url).path.rstrip("/") + "/"
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries

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
    ) -> t.Any:
        """Calls an action; returns its answer. Errors: ApiError, ApiConnectionError, ApiTimeoutError."""
        seconds = self._timeout if timeout is None else timeout
        retries = self._max_retries if max_retries is None else max_retries
        deadline = time.monotonic() + seconds
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json"}
        target, body = self._path + action, None
        given = {key: v.isoformat() if isinstance(v, datetime.datetime) else v for key, v in given.items()}
        if method == "GET":
            target += "?" + urlencode(given) if given else ""
        else:
            body = json.dumps(given, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
            if idempotency_key is not False:
                headers["Idempotency-Key"] = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        request = Request(method, target, headers, body, method == "GET" or idempotency_key is not False)
        is_outcome_unknown = False
        repeat = 0
        while True:
            try:
                return _read(self._connections.request(request, deadline))
            except ApiError as error:
                # The first attempt of the same call may still be running.
                is_own_repeat = is_outcome_unknown and error.code == "idempotency_in_progress"
                may_repeat = error.status in (429, 503) or is_own_repeat
                failure: ParleyError = error
                retry_after = error.retry_after
            except (OSError, HTTPException) as error:
                # A timeout with an error number is one of the operating system: a failed connection.
                if time.monotonic() >= deadline or (isinstance(error, socket.timeout) and error.errno is None):
                    raise ApiTimeoutError(f"{action} got no answer in {seconds} s.") from error
                is_outcome_unknown = True
                may_repeat, retry_after = request.is_repeatable, None
                failure = ApiConnectionError(f"Parley cannot be reached: {error}")
                failure.__cause__ = error
            wait = backoff_seconds(repeat) if retry_after is None else retry_after
            if not may_repeat or repeat >= retries or time.monotonic() + wait >= deadline:
                raise failure
            time.sleep(wait)
            repeat += 1


def _read(answer: Answer) -> t.Dict[str, t.Any]:
    try:
        body = json.loads(answer.body.decode())
    except ValueError:
        body = None
    if 200 <= answer.status < 300 and isinstance(body, dict):
        return body
    raise ApiError(answer.status, body if isinstance(body, dict) else {}, answer.headers)
