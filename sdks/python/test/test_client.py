import datetime
import errno
import json
import os
import threading
import time
import unittest
from unittest import mock

from parley import ApiConnectionError, ApiError, ApiTimeoutError, Client
from serve import Server, ok


class Calls(unittest.TestCase):
    def test_use_one_connection_again(self):
        with Server(ok) as server, Client(server.base_url, "key") as client:
            for _ in range(5):
                client.account.status()
                client.messages.cancel(channel="wa", message_id="1")
            self.assertEqual(len(server.connections), 1)

    def test_open_a_new_connection_instead_of_one_that_the_server_closed(self):
        def answer_and_close(handler, _body):
            handler.close_connection = True
            return {"ok": True}

        with Server(answer_and_close) as server, Client(server.base_url, "key", max_retries=0) as client:
            for _ in range(3):
                client.account.status()
                time.sleep(0.05)
            self.assertEqual(len(server.connections), 3)

    def test_that_must_not_be_repeated_do_not_use_an_old_connection(self):
        with Server(ok) as server, Client(server.base_url, "key") as client:
            for _ in range(3):
                client.messages.cancel(channel="wa", message_id="1", idempotency_key=False)
            self.assertEqual(len(server.connections), 3)

    def test_of_many_threads_do_not_mix_their_answers(self):
        wrong = []

        def call(number):
            for repeat in range(20):
                message_id = f"{number}{repeat:02}"
                if client.messages.get(message_id=message_id)["message_id"] != message_id:
                    wrong.append(message_id)

        def answer(handler, _body):
            return {"message_id": handler.path.split("=")[1]}

        with Server(answer) as server, Client(server.base_url, "key") as client:
            threads = [threading.Thread(target=call, args=(number,)) for number in range(1, 9)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_of_a_forked_process_do_not_use_the_connections_of_its_parent(self):
        with Server(ok) as server, Client(server.base_url, "key") as client:
            client.account.status()
            child = os.fork()
            if child == 0:
                try:
                    client.account.status()
                    os._exit(0)
                except BaseException:
                    os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(len(server.connections), 2)

    def test_send_the_fields_as_the_api_names_them(self):
        with Server(ok) as server, Client(server.base_url, "key") as client:
            at = datetime.datetime(2026, 11, 27, 8, tzinfo=datetime.timezone.utc)
            client.messages.send(channel="wa", to="+1650", message="😀", from_="shop", send_at=at)
            client.messages.react(channel="wa", message_id=1, emoji=None)
            client.channels.connect_link(channel="fb", redirect_url="https://shop.example/a?b=c&d")
            (_, path, headers, sent), (_, _, _, removed), (_, link, _, _) = server.requests
        self.assertEqual(path, "/demo/api/messaging/send")
        self.assertEqual(headers["Authorization"], "Bearer key")
        expected = {"channel": "wa", "to": "+1650", "message": "😀", "from": "shop", "send_at": "2026-11-27T08:00:00+00:00"}
        self.assertEqual(json.loads(sent), expected)
        self.assertEqual(json.loads(removed), {"channel": "wa", "message_id": 1, "emoji": None})
        query = "channel=fb&redirect_url=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d"
        self.assertEqual(link, f"/demo/api/messaging/connect-link?{query}")

    def test_refuse_what_json_cannot_say_before_anything_is_sent(self):
        with Server(ok) as server, Client(server.base_url, "key") as client:
            with self.assertRaises(ValueError):
                client.messages.send(channel="wa", to="1", location={"latitude": float("nan"), "longitude": 0.0})
            with self.assertRaises(TypeError):
                client.messages.send(channel="wa", to="1", message=b"bytes")
            self.assertEqual(server.requests, [])

    def test_need_an_address_with_a_scheme(self):
        for address in ("parley.example/demo", "ftp://parley.example", ""):
            with self.assertRaises(ValueError):
                Client(address, "key")


class Failures(unittest.TestCase):
    def test_an_answer_that_drips_does_not_extend_the_timeout(self):
        def drip(handler, _body):
            with_head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b" " * 100000
            try:
                for at in range(len(with_head)):
                    handler.wfile.write(with_head[at : at + 1])
                    time.sleep(0.02)
            except OSError:
                pass

        with Server(drip) as server, Client(server.base_url, "key", timeout=0.5) as client:
            with self.assertRaises(ApiTimeoutError):
                client.account.status()

    def test_an_answer_that_ends_early_is_a_failed_connection(self):
        def end_early(handler, _body):
            handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"ok":true}')
            handler.close_connection = True

        with Server(end_early) as server, Client(server.base_url, "key", max_retries=0) as client:
            with self.assertRaises(ApiConnectionError):
                client.account.status()

    def test_nobody_listens(self):
        with Server(ok) as server:
            client = Client(server.base_url, "key", max_retries=0)
        with self.assertRaises(ApiConnectionError) as raised:
            client.account.status()
        self.assertIsInstance(raised.exception.__cause__, OSError)

    def test_a_timeout_of_the_operating_system_is_a_failed_connection(self):
        lost = OSError(errno.ETIMEDOUT, "Connection timed out")
        with mock.patch("socket.create_connection", side_effect=lost), self.assertRaises(ApiConnectionError):
            Client("http://127.0.0.1:9/", "key", max_retries=0).account.status()

    def test_an_error_names_its_code_and_its_request(self):
        body = {"ok": False, "error": "rate_limited", "message": "Too fast.", "request_id": "req_1", "retry_after": 7}

        def refuse(handler, _body):
            handler.write(429, json.dumps(body).encode())

        with Server(refuse) as server, Client(server.base_url, "key", max_retries=0) as client:
            with self.assertRaises(ApiError) as raised:
                client.account.status()
        error = raised.exception
        self.assertEqual(str(error), "Too fast. (rate_limited, HTTP 429, req_1)")
        self.assertEqual((error.code, error.retry_after, error.details, error.provider), ("rate_limited", 7, [], None))

    def test_retry_after_is_a_number_or_a_date(self):
        for header, seconds in (("3", 3), ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("soon", None), ("²", None)):

            def refuse(handler, _body, header=header):
                handler.write(503, b"", **{"Retry-After": header, "X-Request-Id": "req_2"})

            with self.subTest(header), Server(refuse) as server:
                with self.assertRaises(ApiError) as raised, Client(server.base_url, "key", max_retries=0) as client:
                    client.account.status()
                error = raised.exception
                self.assertEqual((error.code, error.request_id), ("unexpected_answer", "req_2"))
                self.assertEqual(error.retry_after, seconds)


class Memory:
    """Stores a cursor in memory."""

    def __init__(self, cursor=None):
        self.cursor = cursor

    def load(self):
        return self.cursor

    def save(self, cursor):
        self.cursor = cursor


def ledger(count, page=2):
    """Answers `?action=events` for a ledger of this many events."""

    def answer(handler, _body):
        query = dict(pair.split("=") for pair in handler.path.partition("?")[2].split("&") if pair)
        first = int(query.get("after", "evt_0")[4:])
        events = [{"id": f"evt_{number}"} for number in range(first + 1, min(first + page, count) + 1)]
        following = events[-1]["id"] if events else query.get("after")
        more = first + page < count
        return {"ok": True, "count": len(events), "events": events, "next_after": following, "has_more": more}

    return answer


class Pull(unittest.TestCase):
    def test_the_cursor_stays_at_the_last_handled_event_when_the_handler_fails(self):
        with Server(ledger(5)) as server, Client(server.base_url, "key") as client:
            store = Memory()
            with self.assertRaises(LookupError):
                for event in client.events.pull(cursor=store, follow=False):
                    if event["id"] == "evt_4":
                        raise LookupError("no database")
            self.assertEqual(store.cursor, "evt_3")
            again = [event["id"] for event in client.events.pull(cursor=store, follow=False)]
            self.assertEqual((again, store.cursor), (["evt_4", "evt_5"], "evt_5"))

    def test_after_has_precedence_over_the_stored_cursor(self):
        with Server(ledger(3)) as server, Client(server.base_url, "key") as client:
            pulled = client.events.pull(cursor=Memory("evt_1"), after="evt_2", follow=False)
            self.assertEqual([event["id"] for event in pulled], ["evt_3"])

    def test_following_waits_for_events_goes_on_after_errors_and_ends_when_stopped(self):
        of_ledger, calls, errors, stop, store = ledger(3), [], [], threading.Event(), Memory()

        def answer(handler, body):
            calls.append(handler.path)
            if len(calls) == 2:
                return handler.write(500, b"{}")
            if len(calls) == 4:
                stop.set()
            return of_ledger(handler, body)

        with Server(answer) as server, Client(server.base_url, "key", max_retries=0) as client:
            pulled = client.events.pull(cursor=store, poll_seconds=0.01, stop=stop, on_error=errors.append)
            self.assertEqual([event["id"] for event in pulled], ["evt_1", "evt_2", "evt_3"])
        self.assertEqual([error.status for error in errors], [500])
        self.assertEqual(store.cursor, "evt_3")

    def test_stopped_while_an_event_is_handled_it_ends_after_that_event(self):
        stop, store = threading.Event(), Memory()
        with Server(ledger(5)) as server, Client(server.base_url, "key") as client:
            for _event in client.events.pull(cursor=store, stop=stop):
                stop.set()
        self.assertEqual(store.cursor, "evt_1")

    def test_an_error_that_is_not_temporary_ends_it(self):
        with Server(lambda handler, _body: handler.write(401, b"{}")) as server, Client(server.base_url, "key") as client:
            with self.assertRaises(ApiError):
                next(client.events.pull())


class Lists(unittest.TestCase):
    def test_call_nothing_before_they_are_iterated_and_then_one_page_after_the_other(self):
        with Server(ledger(5)) as server, Client(server.base_url, "key") as client:
            listing = client.events.list(limit=2)
            self.assertEqual(server.requests, [])
            self.assertEqual([page["count"] for page in listing.pages()], [2, 2, 1])
            self.assertEqual(len(list(listing)), 5)
            self.assertEqual(listing.first_page()["count"], 2)


if __name__ == "__main__":
    unittest.main()
