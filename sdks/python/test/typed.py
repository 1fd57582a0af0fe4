"""Checked by mypy, never run. Each comment `type: ignore[…]` is a mistake that mypy must find."""

from __future__ import annotations

import typing as t

from parley import ApiError, AsyncClient, AsyncWebhookReceiver, Client, Event, Webhook, WebhookReceiver
from parley.models import Channel, Comment, MessageReceived

client = Client("https://parley.example/demo/api/messaging/", "key")

sent = client.messages.send(
    channel="wa", to="+16505551234", message="Choose", buttons=[{"id": "yes", "title": "Yes"}, {"title": "No"}]
)
message_id: str = sent["message_id"]
client.messages.send(channel="sms", to="+1650")  # type: ignore[arg-type]
client.messages.send(channel="wa")  # type: ignore[call-arg]
client.messages.send(channel="wa", to="+1650", mesage="Hi")  # type: ignore[call-arg]
sent["message"]  # type: ignore[typeddict-item]

for comment in client.comments.list(platform="fb"):
    found: Comment = comment
    name: str | None = comment["from"]["name"]


def on_event(event: Event) -> None:
    event["data"]["text"]  # type: ignore[typeddict-item]
    if event["event"] == "message.received":
        data: MessageReceived = event["data"]
        channel: Channel = data["channel"]
        sender: str = data["from"]
        quote: str | None = data.get("quote")
    elif event["event"] == "message.status":
        status: t.Literal["sent", "delivered", "read", "failed"] = event["data"]["status"]
    elif event["event"] == "comment.deleted":
        event["data"]["text"]  # type: ignore[typeddict-item]
    elif event["event"] == "message.lost":  # type: ignore[comparison-overlap]
        pass


for event in client.events.pull(follow=False):
    on_event(event)
on_event(Webhook.verify(b"{}", {"webhook-id": "evt_1"}, ["whsec_", "whsec_"]))
Webhook.verify({}, {}, "whsec_")  # type: ignore[arg-type]
WebhookReceiver(secret="whsec_", on_event=on_event)
WebhookReceiver(secret="whsec_", on_event=print, scheme="none")  # type: ignore[arg-type]


def reason(error: ApiError) -> str:
    if error.code == "insufficient_balance":
        return "credit"
    return ", ".join(detail["field"] for detail in error.details)


async def on_async_event(event: Event) -> None:
    on_event(event)


async def use_async() -> None:
    async with AsyncClient() as other:
        sent = await other.messages.send(channel="wa", to="+16505551234", message="Hi")
        sent["message"]  # type: ignore[typeddict-item]
        await other.messages.send(channel="wa")  # type: ignore[call-arg]
        async for comment in other.comments.list(platform="fb"):
            text: str = comment["text"]
        async for event in other.events.pull(follow=False):
            await on_async_event(event)


AsyncWebhookReceiver(secret="whsec_", on_event=on_async_event)
