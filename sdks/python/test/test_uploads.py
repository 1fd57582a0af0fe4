import asyncio
import io
import pathlib
import tempfile
import unittest

from parley import ApiError, AsyncClient, Client, ConfigurationError, ParleyError
from serve import Server

PDF = b"%PDF-1.4 " + bytes(200_000)
ANSWER = {"ok": True, "upload_id": "upl_1"}
BUSY = b'{"ok": false, "error": "rate_limited", "message": "Later.", "retry_after": 0.01}'


class Pipe(io.RawIOBase):
    """A file that can be read once."""

    def __init__(self, content):
        self._file = io.BytesIO(content)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._file.readinto(buffer)


def body_of(server, number=-1):
    return server.requests[number][3]


class Uploads(unittest.TestCase):
    def upload(self, file, server, **given):
        with Client(server.base_url, "key") as client:
            return client.files.upload_file(file, **given)

    def test_send_bytes_a_path_and_a_file_as_they_are(self):
        with tempfile.TemporaryDirectory() as folder, Server(lambda *_: ANSWER) as server:
            path = pathlib.Path(folder, "فاتورة 1.pdf")
            path.write_bytes(PDF)
            self.assertEqual(self.upload(PDF, server, name="a&b.pdf"), ANSWER)
            self.upload(path, server)
            with open(path, "rb") as file:
                file.seek(5)
                self.upload(file, server, name="rest.pdf")
                self.assertFalse(file.closed)
            self.assertEqual([body_of(server, 0), body_of(server, 1), body_of(server, 2)], [PDF, PDF, PDF[5:]])
            paths = [path.rsplit("/", 1)[1] for _, path, _, _ in server.requests]
            named = "%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9+1.pdf"
            self.assertEqual(paths, ["upload?name=a%26b.pdf", f"upload?name={named}", "upload?name=rest.pdf"])
            headers = {name.lower(): value for name, value in server.requests[0][2].items()}
            self.assertEqual(headers["content-type"], "application/octet-stream")
            self.assertEqual(headers["content-length"], str(len(PDF)))
            self.assertTrue(headers["idempotency-key"])

    def test_are_repeated_from_where_the_file_was(self):
        def answer(handler, _body):
            return handler.write(429, BUSY) if len(server.requests) == 1 else ANSWER

        with Server(answer) as server:
            file = io.BytesIO(b"xx" + PDF)
            file.seek(2)
            self.upload(file, server)
            self.assertEqual([body for _, _, _, body in server.requests], [PDF, PDF])
            keys = {headers["Idempotency-Key"] for _, _, headers, _ in server.requests}
            self.assertEqual(len(keys), 1)

    def test_of_what_can_be_read_once_are_not_repeated(self):
        with Server(lambda handler, _body: handler.write(429, BUSY)) as server:
            with self.assertRaises(ApiError):
                self.upload(Pipe(PDF), server)
            self.assertEqual(len(server.requests), 1)
            self.assertEqual(server.requests[0][2]["Transfer-Encoding"], "chunked")

    def test_are_answered_before_the_end_of_the_file(self):
        def refuse(handler, _body):
            handler.close_connection = True
            handler.write(413, b'{"ok": false, "error": "payload_too_large", "message": "Too large."}')

        with Server(refuse, reads_body=False) as server, self.assertRaises(ParleyError):
            self.upload(bytes(5_000_000), server, max_retries=0)

    def test_of_text_are_refused_before_any_call(self):
        with Server(lambda *_: ANSWER) as server:
            for file in ("invoice.pdf", io.StringIO("x"), 7):
                with self.assertRaisesRegex(ConfigurationError, "file must be bytes"):
                    self.upload(file, server)
            with self.assertRaises(FileNotFoundError):
                self.upload(pathlib.Path("/nowhere/invoice.pdf"), server)
            self.assertEqual(server.requests, [])

    def test_of_the_client_for_asyncio(self):
        async def upload(base_url):
            async with AsyncClient(base_url, "key") as client:
                return await client.files.upload_file(PDF, name="a.pdf")

        with Server(lambda *_: ANSWER) as server:
            self.assertEqual(asyncio.run(upload(server.base_url)), ANSWER)
            self.assertEqual(body_of(server), PDF)
