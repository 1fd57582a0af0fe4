from __future__ import annotations

import ssl

from .resources import Resources
from .transport import Transport


class Client(Resources):
    """A client of one key. Methods are grouped by noun: ``client.messages.send(channel="wa", to="+1650…", message="Hi")``.
    Errors: ApiError, ApiConnectionError, ApiTimeoutError. Threads may share a client.

    base_url: ``{origin}/{tenant}/api/messaging/`` of the account.
    api_key: A key of the account. It is a secret.
    timeout: Seconds that a call may take, including retries.
    max_retries: Retries of a call.
    ssl_context: Default: the certificate authorities of the machine.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 3,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._transport = Transport(base_url, api_key, timeout, max_retries, ssl_context)
        super().__init__(self._transport)

    def close(self) -> None:
        """Closes the connections that are kept open."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
