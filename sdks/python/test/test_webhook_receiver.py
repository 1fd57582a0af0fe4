import asyncio
import functools
import io
import json
import threading
import unittest
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

from parley import AsyncWebhookReceiver, ConfigurationError, WebhookError, WebhookReceiver
from sign_event import BODY, OTHER_SECRET, SECRET, sign_event

EVENT = json.loads(BODY)


def post_wsgi(receiver, body, headers, method="POST", **environ):
    given = {"REQUEST_METHOD": method, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), **environ}
    given.update({"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()})
    setup_testing_defaults(given)
    statuses = []
    answer = validator(receiver.wsgi)(given, lambda status, _headers, _error=None: statuses.append(status))
    b"".join(answer)
    answer.close()
    return int(statuses[0].split(" ")[0])


def post_asgi(receiver, body, headers, method="POST", parts=2):
    sent = []
    cut = max(1, len(body) // parts)
    messages = [
        {"type": "http.request", "body": body[at : at + cut], "more_body": at + cut < len(body)}
        for at in range(0, len(body), cut)
    ]

    async def receive():
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(receiver.asgi({"type": "http", "method": method, "headers": raw}, receive, send))
    return sent[0]["status"] if sent else None


class Request:
    """The part of a request of Django and Flask that the receiver reads."""

    def __init__(self, body, headers):
        self.body, self.headers, self.stream = body, headers, io.BytesIO(body)
        self.content_length = len(body)

    def get_data(self):
        return self.stream.read()


ADAPTERS = {
    "wsgi": post_wsgi,
    "asgi": post_asgi,
    "django": lambda receiver, body, headers: receiver.django(Request(body, headers)),
    "flask": lambda receiver, body, headers: receiver.flask(Request(body, headers))[1],
}


class EveryAdapter(unittest.TestCase):
    def check(self, adapters=ADAPTERS):
        for name, post in adapters.items():
            with self.subTest(name):
                yield post

    def test_passes_a_signed_event_on_and_answers_a_forged_one_with_401(self):
        for post in self.check():
            events = []
            receiver = WebhookReceiver(secret=[OTHER_SECRET, SECRET], on_event=events.append)
            self.assertEqual(post(receiver, BODY, sign_event()), 204)
            self.assertEqual(post(receiver, BODY + b" ", sign_event()), 401)
            self.assertEqual(post(receiver, BODY, {}), 401)
            self.assertEqual(events, [EVENT])

    def test_raises_what_the_handler_raises_so_that_the_event_is_posted_again(self):
        def fail(_event):
            raise LookupError("no database")

        for post in self.check():
            with self.assertRaises(LookupError):
                post(WebhookReceiver(secret=SECRET, on_event=fail), BODY, sign_event())

    def test_refuses_a_body_above_its_limit(self):
        for post in self.check():
            events = []
            receiver = WebhookReceiver(secret=SECRET, on_event=events.append, max_bytes=len(BODY) - 1)
            self.assertEqual(post(receiver, BODY, sign_event()), 413)
            self.assertEqual(post(WebhookReceiver(SECRET, events.append, max_bytes=len(BODY)), BODY, sign_event()), 204)
            self.assertEqual(events, [EVENT])

    def test_raises_for_a_secret_that_is_none_because_that_is_a_mistake_of_the_receiver(self):
        for post in self.check():
            with self.assertRaises(WebhookError):
                post(WebhookReceiver(secret="", on_event=print), BODY, sign_event())

    def test_takes_the_other_scheme(self):
        for post in self.check():
            receiver = WebhookReceiver(secret=SECRET, on_event=lambda _event: None, scheme="service")
            only = {"X-Service-Signature": sign_event()["X-Service-Signature"]}
            self.assertEqual(post(receiver, BODY, only), 204)

    def test_does_not_show_its_secret(self):
        self.assertNotIn(SECRET, repr(WebhookReceiver(secret=SECRET, on_event=print)))

    def test_takes_only_posts(self):
        receiver = WebhookReceiver(secret=SECRET, on_event=print)
        for post in (post_wsgi, post_asgi):
            self.assertEqual(post(receiver, BODY, sign_event(), method="PUT"), 405)


class Wsgi(unittest.TestCase):
    def test_reads_a_body_without_a_length_where_the_server_ends_it(self):
        events = []
        receiver = WebhookReceiver(secret=SECRET, on_event=events.append)
        chunked = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
        self.assertEqual(post_wsgi(receiver, BODY, sign_event(), **chunked), 204)
        self.assertEqual(post_wsgi(receiver, BODY, sign_event(), CONTENT_LENGTH=""), 401)
        self.assertEqual(events, [EVENT])

    def test_refuses_a_coroutine_function_whose_event_would_be_lost(self):
        async def on_event(_event):
            pass

        class Handler:
            async def __call__(self, event):
                pass

        for handler in (on_event, functools.partial(on_event), Handler()):
            with self.assertRaisesRegex(ConfigurationError, "coroutine function, which only AsyncWebhookReceiver awaits"):
                WebhookReceiver(secret=SECRET, on_event=handler)

    def test_refuses_a_function_that_returns_an_awaitable(self):
        async def on_event(_event):
            pass

        with self.assertRaises(TypeError), self.assertWarns(RuntimeWarning):
            post_wsgi(WebhookReceiver(secret=SECRET, on_event=lambda event: on_event(event)), BODY, sign_event())


class Flask(unittest.TestCase):
    def test_reads_no_further_than_its_limit_with_and_without_a_length(self):
        receiver = WebhookReceiver(secret=SECRET, on_event=self.fail, max_bytes=25)
        for length in (1_000_000, None):
            request = Request(bytes(1_000_000), {})
            request.content_length = length
            self.assertEqual(receiver.flask(request), ("", 413))
            self.assertEqual(request.stream.tell(), 26)

    def test_reads_a_body_without_a_length(self):
        events, request = [], Request(BODY, sign_event())
        request.content_length = None
        self.assertEqual(WebhookReceiver(secret=SECRET, on_event=events.append).flask(request), ("", 204))
        self.assertEqual(events, [EVENT])


class Asgi(unittest.TestCase):
    def test_awaits_a_coroutine_function_and_whatever_returns_an_awaitable(self):
        events = []

        async def on_event(event):
            await asyncio.sleep(0)
            events.append(event)

        for handler in (on_event, lambda event: on_event(event)):
            receiver = AsyncWebhookReceiver(secret=SECRET, on_event=handler)
            self.assertEqual(post_asgi(receiver, BODY, sign_event()), 204)
        self.assertEqual(events, [EVENT, EVENT])

    def test_handles_an_event_of_any_asynchronous_framework(self):
        events = []

        async def on_event(event):
            await asyncio.sleep(0)
            events.append(event)

        async def post():
            receiver = AsyncWebhookReceiver(secret=SECRET, on_event=on_event)
            forged = sign_event(secrets=(OTHER_SECRET,))
            return [await receiver.handle(BODY, sign_event()), await receiver.handle(BODY, forged)]

        self.assertEqual(asyncio.run(post()), [204, 401])
        self.assertEqual(events, [EVENT])

    def test_runs_another_function_in_a_thread_so_that_it_does_not_block_the_loop(self):
        threads = []
        receiver = WebhookReceiver(secret=SECRET, on_event=lambda _event: threads.append(threading.current_thread()))
        self.assertEqual(post_asgi(receiver, BODY, sign_event()), 204)
        self.assertNotEqual(threads, [threading.main_thread()])

    def test_reads_no_further_than_its_limit(self):
        reads, sent = [], []

        async def receive():
            reads.append(1)
            return {"type": "http.request", "body": bytes(10), "more_body": len(reads) < 9}

        async def send(message):
            sent.append(message)

        receiver = WebhookReceiver(secret=SECRET, on_event=self.fail, max_bytes=25)
        asyncio.run(receiver.asgi({"type": "http", "method": "POST", "headers": []}, receive, send))
        self.assertEqual((len(reads), sent[0]["status"]), (3, 413))

    def test_does_nothing_when_the_sender_is_gone_before_the_end(self):
        async def receive():
            return {"type": "http.disconnect"}

        async def send(_message):
            self.fail("nobody listens")

        receiver = WebhookReceiver(secret=SECRET, on_event=self.fail)
        asyncio.run(receiver.asgi({"type": "http", "method": "POST", "headers": []}, receive, send))


if __name__ == "__main__":
    unittest.main()
