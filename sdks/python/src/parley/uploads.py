from __future__ import annotations

import io
import os
import typing as t

from . import models as m
from .errors import ConfigurationError

if t.TYPE_CHECKING:
    from .transport import IdempotencyKey, Transport

#: The bytes of a file, its path, or the file itself, opened for reading in binary.
File = t.Union[bytes, bytearray, memoryview, "os.PathLike[str]", t.BinaryIO]

#: Parley accepts a request for 10 minutes.
UPLOAD_SECONDS = 600.0
_CHUNK_BYTES = 65_536


class FileBody:
    """The body of a request: the rest of a file from where it is now."""

    def __init__(self, stream: t.BinaryIO) -> None:
        self._stream = stream
        self._start = stream.tell() if stream.seekable() else None
        #: In bytes; None where only the end of the file tells it.
        self.size = None if self._start is None else stream.seek(0, os.SEEK_END) - self._start

    @property
    def is_repeatable(self) -> bool:
        return self._start is not None

    def chunks(self) -> t.Iterator[bytes]:
        """The bytes, from the start again if they were read before."""
        if self._start is not None:
            self._stream.seek(self._start)
        while chunk := self._stream.read(_CHUNK_BYTES):
            yield chunk


def _open(file: File) -> t.BinaryIO:
    if isinstance(file, (bytes, bytearray, memoryview)):
        return io.BytesIO(file)
    if isinstance(file, os.PathLike):
        return open(file, "rb")
    if isinstance(file, (str, io.TextIOBase)) or not hasattr(file, "read"):
        raise ConfigurationError('file must be bytes, a pathlib.Path, or a file that is opened with "rb".')
    return file


def upload_file(
    transport: Transport,
    file: File,
    name: str | None,
    timeout: float | None,
    max_retries: int | None,
    idempotency_key: IdempotencyKey,
    **context: t.Any,
) -> m.UploadAnswer:
    stream = _open(file)
    try:
        path = getattr(stream, "name", None)
        named = name or (os.path.basename(path) if isinstance(path, str) else None)
        answer: m.UploadAnswer = transport.call(
            "POST",
            "upload",
            {} if named is None else {"name": named},
            max(transport.timeout, UPLOAD_SECONDS) if timeout is None else timeout,
            max_retries,
            idempotency_key,
            file=FileBody(stream),
            **context,
        )
        return answer
    finally:
        if stream is not file:
            stream.close()


class UploadsFiles:
    """``client.files.upload_file()``."""

    _transport: Transport

    def upload_file(
        self,
        file: File,
        *,
        name: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UploadAnswer:
        """Uploads a file, whose ``upload_id`` a send takes. It is read in pieces as it is sent. A file that cannot be read
        again from where it was, such as a pipe, is sent once, without retries.

        file: Its bytes, its ``pathlib.Path``, or the file itself, opened with ``"rb"``
        name: Name of the file, as the recipient sees it. Default: that of the path
        timeout: Seconds, including retries. Default: 600
        """
        return upload_file(self._transport, file, name, timeout, max_retries, idempotency_key)
