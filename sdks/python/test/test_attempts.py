import json
import threading
import unittest

from parley import ApiConnectionError, ApiError, ApiTimeoutError, Client
from serve import Server, ok

SEND = {"channel": "wd", "to": "1", "message": "x"}


class Attempts(unittest.TestCase):
    def setUp(self):
        self.ended = threading.Event()
        self.addCleanup(self.ended.set)

    def hang(self, handler, _body):
        handler.close_connection = True
        self.ended.wait()

    def test_one_that_hangs_is_repeated_with_the_same_key(self):
        seen = []

        def answer(handler, body):
            seen.append(handler.headers["Idempotency-Key"])
            return ok(handler, body) if len(seen) > 1 else self.hang(handler, body)

        with Server(answer) as server, Client(server.base_url, "key", attempt_timeout=0.1) as client:
            self.assertEqual(client.messages.send(**SEND), {"ok": True})
        # On a busy machine an answer can come after its attempt.
        self.assertGreaterEqual(len(seen), 2)
        self.assertEqual(len(set(seen)), 1)

    def test_one_that_may_not_be_repeated_has_the_time_of_the_whole_call(self):
        with Server(self.hang) as server, Client(server.base_url, "key", timeout=0.3, attempt_timeout=0.02) as client:
            with self.assertRaisesRegex(ApiTimeoutError, "send got no answer in 0.3 s."):
                client.messages.send(**SEND, idempotency_key=False)
            self.assertLessEqual(len(server.requests), 1)

    def test_a_retry_is_told_before_its_wait_with_the_reason_and_the_time(self):
        refusal = {"ok": False, "error": "rate_limited", "message": "Too many.", "request_id": "req_7", "retry_after": 0}
        seen = []

        def answer(handler, body):
            seen.append(body)
            if len(seen) == 1:
                return handler.write(429, json.dumps(refusal).encode())
            if len(seen) == 2:
                handler.close_connection = True
                return None
            return ok(handler, body)

        retries = []
        with Server(answer) as server, Client(server.base_url, "key", on_retry=retries.append) as client:
            client.account.status()
        self.assertEqual([(retry.action, retry.attempt) for retry in retries], [("status", 2), ("status", 3)])
        self.assertIsInstance(retries[0].error, ApiError)
        self.assertIsInstance(retries[1].error, ApiConnectionError)
        told = "status waits 0.0 s before attempt 2: Too many. (rate_limited, HTTP 429, req_7)"
        self.assertEqual(str(retries[0]), told)

    def test_a_retry_is_logged_by_default(self):
        refusal = {"ok": False, "error": "rate_limited", "message": "Too many.", "retry_after": 0}
        seen = []

        def answer(handler, body):
            seen.append(body)
            return ok(handler, body) if len(seen) > 1 else handler.write(429, json.dumps(refusal).encode())

        with self.assertLogs("parley", "INFO") as logs, Server(answer) as server:
            with Client(server.base_url, "key") as client:
                client.account.status()
        self.assertIn("status waits 0.0 s before attempt 2: Too many. (rate_limited, HTTP 429)", logs.output[0])

    def test_an_error_names_its_page(self):
        refusal = {"ok": False, "error": "missing_to", "message": "to is required.", "doc_url": "https://parley.example/e"}
        with Server(lambda handler, _body: handler.write(400, json.dumps(refusal).encode())) as server:
            with Client(server.base_url, "key") as client, self.assertRaises(ApiError) as raised:
                client.account.status()
        self.assertEqual(str(raised.exception), "to is required. (missing_to, HTTP 400) See https://parley.example/e")


if __name__ == "__main__":
    unittest.main()
