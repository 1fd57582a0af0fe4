from __future__ import annotations

import ssl

from .resources import Resources
from .transport import OnRetry, Settings, Transport


class Client(Resources):
    """A client of one key. Methods are grouped by noun: ``client.messages.send(channel="wa", to="+1650…", message="Hi")``.
    Errors: ApiError, ApiConnectionError, ApiTimeoutError; ConfigurationError. Threads may share a client.

    base_url: ``{origin}/{tenant}/api/messaging/`` of the account. Default: ``PARLEY_BASE_URL`` of the environment.
    api_key: A key of the account. It is a secret. Default: ``PARLEY_API_KEY`` of the environment.
    timeout: Seconds that a call may take, including retries.
    attempt_timeout: Seconds after which an attempt without an answer is repeated, where a repeat is safe.
    max_retries: Retries of a call.
    on_retry: Called before the wait for a retry. Default: the logger ``parley`` writes it as information.
    ssl_context: Default: the certificate authorities of the machine.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        attempt_timeout: float = 30.0,
        max_retries: int = 3,
        on_retry: OnRetry | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        settings = Settings(timeout, attempt_timeout, max_retries, on_retry)
        self.transport = Transport(base_url, api_key, settings, ssl_context)
        super().__init__(self.transport)

    def close(self) -> None:
        """Closes the connections that are kept open."""
        self.transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
