from __future__ import annotations

import datetime
import os
import platform
import re
import typing as t
from urllib.parse import urlsplit

from .errors import ConfigurationError
from .models import VERSION

USER_AGENT = f"parley-python/{VERSION} ({platform.python_implementation().lower()} {platform.python_version()})"


def _required(name: str, variable: str, given: str | None) -> str:
    value = os.environ.get(variable) if given is None else given
    if value is None:
        raise ConfigurationError(f"{name} is missing: pass it, or set {variable}.")
    return value


def read_base_url(given: str | None) -> str:
    """The address of the API. No message has the address: it could hold a secret."""
    value = _required("base_url", "PARLEY_BASE_URL", given)
    refused = ConfigurationError("base_url must have the form https://host/tenant/api/messaging/.")
    try:
        parts = urlsplit(value)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        raise refused from None
    if not is_address or "@" in parts.netloc or parts.query or parts.fragment or not re.fullmatch(r"[\x21-\x7e]+", value):
        raise refused
    return value


def read_api_key(given: str | None) -> str:
    value = _required("api_key", "PARLEY_API_KEY", given)
    if not value:
        raise ConfigurationError("api_key is empty: pass a key of the account, such as that of PARLEY_API_KEY.")
    if not re.fullmatch(r"[\x21-\x7e]+", value):
        raise ConfigurationError("api_key must consist of visible ASCII characters, without spaces and line breaks.")
    return value


def read_idempotency_key(given: str) -> str:
    if not re.fullmatch(r"[\x20-\x7e]+", given):
        raise ConfigurationError("idempotency_key must consist of printable ASCII characters, at least one.")
    return given


def to_json(name: str, value: t.Any) -> t.Any:
    """A value of a request as JSON has it."""
    if not isinstance(value, datetime.datetime):
        return value
    if value.utcoffset() is None:
        raise ConfigurationError(f"{name} has no time zone: pass an aware datetime, such as {name}.astimezone().")
    return value.isoformat()
