from __future__ import annotations

import asyncio
import functools
import ssl
import time
import typing as t
from concurrent.futures import ThreadPoolExecutor

from .async_resources import AsyncResources
from .cancellation import Cancellation
from .client import Client
from .transport import IdempotencyKey, OnRetry, Transport

Value = t.TypeVar("Value")
_END = object()


class AsyncTransport:
    """Calls actions in threads, so that the event loop goes on. A cancelled call ends its connection."""

    def __init__(self, transport: Transport, max_connections: int) -> None:
        self.blocking = transport
        self._workers = ThreadPoolExecutor(max_connections, "parley")

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)

    async def call(
        self,
        method: t.Literal["GET", "POST"],
        action: str,
        given: t.Mapping[str, t.Any],
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> t.Any:
        """As ``Transport.call``. The wait for a free thread is part of the timeout."""
        call = self.blocking.call
        return await self.run(functools.partial(call, method, action, given, timeout, max_retries, idempotency_key))

    async def run(self, work: t.Callable[..., t.Any]) -> t.Any:
        """Runs a call in a thread; it takes the time since which it waits, and its cancellation."""
        cancellation = Cancellation()
        work = functools.partial(work, started=time.monotonic(), cancellation=cancellation)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work)
        finally:
            cancellation.set()

    async def iterate(self, start: t.Callable[[Cancellation], t.Iterator[Value]]) -> t.AsyncIterator[Value]:
        """Iterates in a thread of its own: it may wait for events as long as the program runs."""
        stop = Cancellation()
        worker, values, loop = ThreadPoolExecutor(1, "parley-events"), start(stop), asyncio.get_running_loop()
        try:
            while True:
                value = await loop.run_in_executor(worker, next, values, _END)
                if value is _END:
                    return
                yield value
        finally:
            stop.set()
            worker.shutdown(wait=False)


class AsyncClient(AsyncResources):
    """The same methods as Client, for asyncio: ``await client.messages.send(channel="wa", to="+1650…", message="Hi")``.

    max_connections: Calls that run at the same time; further ones wait. The other options are those of Client.
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
        max_connections: int = 16,
    ) -> None:
        self._client = Client(
            base_url,
            api_key,
            timeout=timeout,
            attempt_timeout=attempt_timeout,
            max_retries=max_retries,
            on_retry=on_retry,
            ssl_context=ssl_context,
        )
        self._calls = AsyncTransport(self._client.transport, max_connections)
        super().__init__(self._calls)

    async def close(self) -> None:
        """Closes the connections that are kept open. Calls that wait for a free thread are cancelled."""
        self._calls.close()
        self._client.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
