from __future__ import annotations

import base64
import datetime
import hashlib
import hmac
import json
import re
import time
import typing as t

from . import models as m
from .errors import WebhookError

Scheme = t.Literal["standard", "service"]


class HasItems(t.Protocol):
    """A mapping of header names to values, in any framework."""

    def items(self) -> t.Iterable[t.Tuple[str, str]]: ...


#: The headers of a posted event, in the form of any framework; names in any case.
Headers = t.Union[HasItems, t.Iterable[t.Tuple[t.Union[str, bytes], t.Union[str, bytes]]]]
#: The webhook secret of the key, or several during a rotation.
Secret = t.Union[str, t.Sequence[str]]

TOLERANCE_SECONDS = 300
#: Parley sends one signature, two during a rotation.
_SIGNATURES_MAX = 5
#: In characters.
_SIGNATURE_HEADER_MAX = 1000


class Webhook:
    """Verification of posted events."""

    @staticmethod
    def verify(
        raw_body: bytes | str,
        headers: Headers,
        secret: Secret,
        *,
        scheme: Scheme = "standard",
        tolerance: float = TOLERANCE_SECONDS,
        now: datetime.datetime | None = None,
    ) -> m.Event:
        """Checks that Parley signed the body, and returns the event. Errors: WebhookError.

        raw_body: The body as it arrived, before any parsing.
        secret: Several secrets are tried in turn, for a rotation.
        scheme: ``standard``: ``webhook-signature``, which covers the time. ``service``: ``X-Service-Signature``, which
            covers only the body; use it where a proxy removes the other headers, and de-duplicate by the event's id,
            because an old request can be replayed.
        tolerance: Seconds by which the time of the attempt may differ from now.
        now: Default: the machine's clock.
        """
        body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
        by_name = _by_name(headers)
        keys = [_key_of(each, scheme) for each in ([secret] if isinstance(secret, str) else secret)]
        if scheme == "service":
            content, signatures = body, _service_signatures(by_name)
        else:
            seconds = time.time() if now is None else now.timestamp()
            content, signatures = _standard_content(by_name, body, seconds, tolerance), _standard_signatures(by_name)
        if not keys or not all(keys):
            raise WebhookError("invalid_secret", "A secret has the form whsec_…, as created with the key.")
        expected = [hmac.new(key, content, hashlib.sha256).digest() for key in keys]
        if not any([hmac.compare_digest(own, given) for own in expected for given in signatures]):
            raise WebhookError("invalid_signature", "No signature matches this body and secret.")
        try:
            event: m.Event = json.loads(body.decode())
            return event
        except ValueError:
            raise WebhookError("invalid_body", "The body is not JSON.") from None


def _by_name(headers: Headers) -> t.Dict[str, str]:
    by_name: t.Dict[str, str] = {}
    for pair in t.cast(HasItems, headers).items() if hasattr(headers, "items") else t.cast(t.Any, headers):
        name, value = (text.decode("latin-1") if isinstance(text, bytes) else text for text in pair)
        before = by_name.get(name.lower())
        by_name[name.lower()] = value if before is None else f"{before} {value}"
    return by_name


def _require(by_name: t.Mapping[str, str], name: str) -> str:
    value = by_name.get(name)
    if not value:
        raise WebhookError("missing_header", f"The header {name} is missing.")
    return value


def _from_base64(text: str) -> bytes:
    """The bytes; empty if the text is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _key_of(secret: str, scheme: Scheme) -> bytes:
    if scheme == "service":
        return secret.encode()
    return _from_base64(secret.removeprefix("whsec_"))


def _standard_content(by_name: t.Mapping[str, str], body: bytes, now: float, tolerance: float) -> bytes:
    event_id, timestamp = _require(by_name, "webhook-id"), _require(by_name, "webhook-timestamp")
    _require(by_name, "webhook-signature")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > tolerance:
        raise WebhookError("invalid_timestamp", f"The time of the attempt is more than {tolerance:g} s away.")
    return f"{event_id}.{timestamp}.".encode() + body


def _standard_signatures(by_name: t.Mapping[str, str]) -> t.List[bytes]:
    header = _require(by_name, "webhook-signature")
    if len(header) > _SIGNATURE_HEADER_MAX:
        return []
    # Two headers of the same name may arrive joined by a comma.
    entries = [entry.split(",") for entry in header.split()[:_SIGNATURES_MAX]]
    return [_from_base64(entry[1]) for entry in entries if len(entry) > 1 and entry[0] == "v1"]


def _service_signatures(by_name: t.Mapping[str, str]) -> t.List[bytes]:
    given = [_require(by_name, "x-service-signature"), by_name.get("x-service-signature-previous", "")]
    found = [re.fullmatch("sha256=([0-9a-f]{64})", value) for value in given]
    return [bytes.fromhex(match.group(1)) for match in found if match]
