import asyncio
import json
import threading
import unittest

from parley import ApiError, AsyncClient
from serve import Server, ok

SEND = {"channel": "wd", "to": "1", "message": "x"}


def page(ids, following=None):
    return {"ok": True, "comments": [{"id": id} for id in ids], "next_cursor": following}


class Calls(unittest.TestCase):
    def test_run_at_the_same_time(self):
        # No call is answered before all have arrived.
        together = threading.Barrier(5)

        def answer(_handler, body):
            together.wait(20)
            return {"ok": True, "message_id": json.loads(body)["to"]}

        async def send_all(base_url):
            async with AsyncClient(base_url, "key") as client:
                sends = [client.messages.send(channel="wd", to=str(number), message="x") for number in range(5)]
                return [sent["message_id"] for sent in await asyncio.gather(*sends)]

        with Server(answer) as server:
            self.assertEqual(asyncio.run(send_all(server.base_url)), ["0", "1", "2", "3", "4"])

    def test_are_not_more_at_a_time_than_the_connections(self):
        running, most, lock = [0], [0], threading.Lock()

        def answer(_handler, _body):
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            with lock:
                running[0] -= 1
            return {"ok": True}

        async def send_all(base_url):
            async with AsyncClient(base_url, "key", max_connections=2) as client:
                await asyncio.gather(*(client.messages.send(**SEND) for _ in range(20)))

        with Server(answer) as server:
            asyncio.run(send_all(server.base_url))
            self.assertLessEqual(most[0], 2)
            self.assertLessEqual(len(server.connections), 2)

    def test_that_are_cancelled_end_their_connection_and_are_not_repeated(self):
        arrived, gone = threading.Event(), threading.Event()

        def hang(handler, _body):
            handler.close_connection = True
            arrived.set()
            # The end of the connection.
            handler.rfile.read(1)
            gone.set()

        async def cancel(base_url):
            async with AsyncClient(base_url, "key") as client:
                call = asyncio.ensure_future(client.messages.send(**SEND))
                await asyncio.to_thread(arrived.wait, 20)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                return await asyncio.to_thread(gone.wait, 20)

        with Server(hang) as server:
            self.assertTrue(asyncio.run(cancel(server.base_url)))
            self.assertEqual(len(server.requests), 1)

    def test_that_are_cancelled_in_the_wait_for_a_retry_are_not_repeated(self):
        refusal = {"ok": False, "error": "rate_limited", "message": "Too many.", "retry_after": 30}
        told = threading.Event()

        async def cancel(base_url):
            client = AsyncClient(base_url, "key", on_retry=lambda _retry: told.set(), max_connections=1)
            call = asyncio.ensure_future(client.messages.send(**SEND))
            await asyncio.to_thread(told.wait, 20)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
            # The only thread is free again.
            with self.assertRaises(ApiError):
                await client.account.status(max_retries=0)
            await client.close()

        with Server(lambda handler, _body: handler.write(429, json.dumps(refusal).encode())) as server:
            asyncio.run(cancel(server.base_url))
            self.assertEqual([path.rsplit("/", 1)[1] for _, path, _, _ in server.requests], ["send", "status"])

    def test_of_a_list_read_one_page_after_the_other(self):
        def answer(handler, _body):
            return page(["3"]) if "cursor" in handler.path else page(["1", "2"], "c")

        async def read(base_url):
            async with AsyncClient(base_url, "key") as client:
                listing = client.comments.list(platform="fb")
                first = await listing.first_page()
                return first["next_cursor"], [comment["id"] async for comment in listing]

        with Server(answer) as server:
            self.assertEqual(asyncio.run(read(server.base_url)), ("c", ["1", "2", "3"]))


class Pulls(unittest.TestCase):
    def test_move_the_cursor_past_handled_events_and_end_with_their_task(self):
        events = [{"id": "evt_1"}, {"id": "evt_2"}]

        def answer(handler, _body):
            left = events if "after" not in handler.path else []
            return {"ok": True, "events": left, "next_after": left[-1]["id"] if left else None, "has_more": False}

        class Store:
            cursor = None

            def load(self):
                return self.cursor

            def save(self, cursor):
                self.cursor = cursor

        store = Store()

        async def pull(base_url):
            async with AsyncClient(base_url, "key") as client:
                both, seen = asyncio.Event(), []

                async def follow():
                    async for event in client.events.pull(cursor=store, poll_seconds=0.01):
                        seen.append((event["id"], store.cursor))
                        if len(seen) == 2:
                            both.set()

                task = asyncio.ensure_future(follow())
                await both.wait()
                while store.cursor != "evt_2":
                    await asyncio.sleep(0.01)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                return seen

        with Server(answer) as server:
            self.assertEqual(asyncio.run(pull(server.base_url)), [("evt_1", None), ("evt_2", "evt_1")])


if __name__ == "__main__":
    unittest.main()
