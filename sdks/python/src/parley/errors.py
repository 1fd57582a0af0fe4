from __future__ import annotations

import time
import typing as t
from email.utils import parsedate_to_datetime

from . import models as m


class ParleyError(Exception):
    """The base class of every error of the SDK."""


class ConfigurationError(ParleyError, ValueError):
    """An option or argument with which no call can be made. It is raised before the first attempt, and never retried."""


class ApiError(ParleyError):
    """The API refused a call. Its text ends with the code, the HTTP status and the id of the request;
    ``body["message"]`` is the message alone. The list of codes, with advice, is in docs/errors of Parley."""

    def __init__(self, status: int, body: t.Mapping[str, t.Any], headers: t.Mapping[str, str]) -> None:
        super().__init__(body.get("message") or f"Parley answered with HTTP status {status}.")
        self.status = status
        #: ``unexpected_answer``: something in front of Parley answered, without the error body of the API.
        self.code: m.ErrorCode = body.get("error") or "unexpected_answer"
        #: The whole body, with members that only this error has, such as ``templates`` of ``no_existing_conversation``.
        self.body = body
        #: Id of the request, for reports of problems.
        self.request_id: str | None = body.get("request_id") or headers.get("x-request-id")
        #: Seconds to wait; on 429 and 503.
        self.retry_after: float | None = _seconds(body.get("retry_after"), headers.get("retry-after"))

    @property
    def details(self) -> t.List[m.ErrorBodyDetail]:
        """The missing and invalid fields; empty for other errors."""
        return self.body.get("details") or []

    @property
    def provider(self) -> m.ErrorBodyProvider | None:
        """The platform's own error; None if the platform gave none."""
        return self.body.get("provider")

    @property
    def doc_url(self) -> str | None:
        """Address of the page with advice on the code; None if Parley gave none."""
        page = self.body.get("doc_url")
        return page if isinstance(page, str) else None

    def __str__(self) -> str:
        place = ", ".join([self.code, f"HTTP {self.status}", *([self.request_id] if self.request_id else [])])
        return f"{super().__str__()} ({place})" + (f" See {self.doc_url}" if self.doc_url else "")


class ApiConnectionError(ParleyError):
    """There was no answer: the connection failed."""


class ApiTimeoutError(ParleyError):
    """There was no answer in time. The outcome is unknown: repeat a send only with the same idempotency key."""


WebhookProblem = t.Literal["missing_header", "invalid_timestamp", "invalid_signature", "invalid_secret", "invalid_body"]


class WebhookError(ParleyError):
    """A request is not an event of Parley, for the reason in ``problem``."""

    def __init__(self, problem: WebhookProblem, message: str) -> None:
        super().__init__(message)
        self.problem: WebhookProblem = problem


def _seconds(of_body: t.Any, header: str | None) -> float | None:
    """Seconds to wait; the header is a number or a date."""
    if isinstance(of_body, (int, float)):
        return max(0.0, of_body)
    try:
        if header is None or header.isdigit():
            return None if header is None else float(header)
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
