import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server:
    """An HTTP server that answers with a function of the test: `answer(handler, body)`, a dictionary or None."""

    def __init__(self, answer, reads_body=True):
        self.connections, self.requests = set(), []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_request(self):
                body = self.read_body() if reads_body else b""
                server.connections.add(self.client_address)
                server.requests.append((self.command, self.path, dict(self.headers), body))
                answered = answer(self, body)
                if answered is not None:
                    self.write(200, json.dumps(answered).encode())

            def read_body(self):
                if self.headers.get("transfer-encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("content-length", 0)))
                body = b""
                while size := int(self.rfile.readline(), 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            do_GET = do_POST = handle_request

            def write(self, status, body, **headers):
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/demo/api/messaging"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def ok(_handler, _body):
    return {"ok": True}
