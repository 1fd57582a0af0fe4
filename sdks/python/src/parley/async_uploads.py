from __future__ import annotations

import functools
import typing as t

from . import models as m
from .uploads import File, upload_file

if t.TYPE_CHECKING:
    from .async_client import AsyncTransport
    from .transport import IdempotencyKey


class AsyncUploadsFiles:
    """``client.files.upload_file()`` of AsyncClient."""

    _transport: AsyncTransport

    async def upload_file(
        self,
        file: File,
        *,
        name: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UploadAnswer:
        """As ``client.files.upload_file()`` of Client. The file is read in a thread."""
        work = functools.partial(
            upload_file, self._transport.blocking, file, name, timeout, max_retries, idempotency_key
        )
        answer: m.UploadAnswer = await self._transport.run(work)
        return answer
