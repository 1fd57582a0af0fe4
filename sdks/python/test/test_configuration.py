import datetime
import os
import platform
import unittest
from unittest import mock

import parley
from parley import Client, ConfigurationError, ParleyError
from serve import Server, ok

KEY = "pk_live_secret"
ADDRESS = "https://parley.example/demo/api/messaging/"


class Options(unittest.TestCase):
    def refuse(self, sentence, *given):
        with mock.patch.dict(os.environ, clear=True), self.assertRaises(ConfigurationError) as raised:
            Client(*given)
        self.assertIn(sentence, str(raised.exception))
        self.assertNotIn(KEY, str(raised.exception))
        self.assertIsInstance(raised.exception, ParleyError)

    def test_a_key_that_is_no_header_is_refused_without_showing_it(self):
        self.refuse("api_key is missing: pass it, or set PARLEY_API_KEY.", ADDRESS)
        self.refuse("api_key is empty", ADDRESS, "")
        for key in (KEY + "\n", KEY + "\r\nX-Evil: 1", KEY + " ", KEY + "…"):
            self.refuse("api_key must consist of visible ASCII characters", ADDRESS, key)

    def test_an_address_that_is_none_is_refused_without_showing_it(self):
        self.refuse("base_url is missing: pass it, or set PARLEY_BASE_URL.")
        for address in ("demo", "", "file:///etc/passwd", f"http://me:{KEY}@parley.example/", ADDRESS + "?a=" + KEY):
            self.refuse("base_url must have the form https://host/tenant/api/messaging/.", address, KEY)
        for address in ("http://host:99999/", "http://[", "http://ho st/", ADDRESS + "\r\n"):
            self.refuse("base_url must have the form", address, KEY)

    def test_a_missing_address_and_key_come_from_the_environment(self):
        with Server(ok) as server:
            given = {"PARLEY_BASE_URL": server.base_url, "PARLEY_API_KEY": KEY}
            with mock.patch.dict(os.environ, given), Client() as client:
                client.account.status()
            self.assertEqual(server.requests[0][2]["Authorization"], f"Bearer {KEY}")


class Arguments(unittest.TestCase):
    def refuse(self, sentence, **given):
        with Server(ok) as server, Client(server.base_url, KEY) as client:
            with self.assertRaisesRegex(ConfigurationError, sentence):
                client.messages.send(channel="wd", to="1", message="x", **given)
            self.assertEqual(server.requests, [])

    def test_an_idempotency_key_that_is_no_header_is_refused_without_an_attempt(self):
        for key in ("order-1\r\nX-Evil: 1", "طلب-١", ""):
            self.refuse("idempotency_key must consist of printable ASCII characters", idempotency_key=key)

    def test_a_time_without_a_zone_is_refused_without_an_attempt(self):
        naive = datetime.datetime(2026, 3, 1, 10, 0)
        self.refuse("send_at has no time zone: pass an aware datetime, such as send_at.astimezone()", send_at=naive)

    def test_a_call_names_the_sdk_its_version_and_the_runtime(self):
        with Server(ok) as server, Client(server.base_url, KEY) as client:
            client.account.status()
            runtime = f"{platform.python_implementation().lower()} {platform.python_version()}"
            self.assertEqual(server.requests[0][2]["User-Agent"], f"parley-python/{parley.__version__} ({runtime})")


if __name__ == "__main__":
    unittest.main()
