# Generated from docs/openapi.json by npm run generate.
from __future__ import annotations

import datetime
import typing as t

from . import models as m
from .pages import AsyncListing
from .async_pull_events import AsyncPullsEvents
from .async_uploads import AsyncUploadsFiles
from .transport import IdempotencyKey, present

if t.TYPE_CHECKING:
    from .async_client import AsyncTransport


class AsyncAccountResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def status(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.StatusAnswer:
        """Get the status of this key and its account."""
        answer: m.StatusAnswer = await self._transport.call(
            "GET",
            "status",
            {},
            timeout,
            max_retries,
        )
        return answer

    async def webhook(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.KeyWebhook:
        """Get the webhook of this key."""
        answer: m.KeyWebhook = await self._transport.call(
            "GET",
            "webhook",
            {},
            timeout,
            max_retries,
        )
        return answer

    async def set_webhook(
        self,
        *,
        url: str | None,
        events: t.Sequence[m.EventType] | None = None,
        replace: bool | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.KeyWebhook:
        """Set or remove the webhook of this key.

        url: https address that gets the events; null for none
        events: Default: unchanged
        replace: Whether to replace or remove a different address
        """
        answer: m.KeyWebhook = await self._transport.call(
            "POST",
            "set-webhook",
            {"url": url, **present({"events": events, "replace": replace})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncMessagesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def send(
        self,
        *,
        channel: m.Channel,
        to: str,
        message: str | None = None,
        media_url: str | None = None,
        media_type: str | None = None,
        filename: str | None = None,
        template: m.TemplateRequest | None = None,
        buttons: t.Sequence[m.Button] | None = None,
        list: m.List | None = None,
        location: m.Location | None = None,
        contacts: t.Sequence[m.Contact] | None = None,
        poll: m.Poll | None = None,
        post: m.Post | None = None,
        reply_to: str | None = None,
        mentions: t.Sequence[str] | None = None,
        preview: bool | None = None,
        tag: t.Literal["human_agent"] | None = None,
        fallback: t.Literal["none", "text"] | None = None,
        send_at: str | datetime.datetime | None = None,
        upload_id: str | None = None,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.SendAnswer:
        """Send a message.

        to: Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)
        message: UTF-8 text; required unless there is a file or another content
        media_url: Public HTTPS URL of a file; message is its caption, and optional
        media_type: Hint: image, video, audio, voice, sticker, document or a MIME type
        filename: Name of a document, as the recipient sees it
        template: Template send (channel wa only)
        buttons: Reply or link buttons under the message
        list: Rows to choose from, below message
        post: A post of the sending account, alone
        reply_to: message_id of the quoted message, from the same conversation
        mentions: wd groups: numbers that the text mentions
        preview: Whether links get a preview; a choice on wa and tg only
        tag: fb, ig: a person may answer within 7 days instead of 24 hours
        fallback: text: content that the channel cannot carry is sent as lines of text
        send_at: The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z
        upload_id: A file that this key uploaded, in place of media_url
        from_: The sending account: its id, number or label. Default: the account of the newest conversation with the recipient, else the first
        """
        answer: m.SendAnswer = await self._transport.call(
            "POST",
            "send",
            {
                "channel": channel,
                "to": to,
                **present(
                    {
                        "message": message,
                        "media_url": media_url,
                        "media_type": media_type,
                        "filename": filename,
                        "template": template,
                        "buttons": buttons,
                        "list": list,
                        "location": location,
                        "contacts": contacts,
                        "poll": poll,
                        "post": post,
                        "reply_to": reply_to,
                        "mentions": mentions,
                        "preview": preview,
                        "tag": tag,
                        "fallback": fallback,
                        "send_at": send_at,
                        "upload_id": upload_id,
                        "from": from_,
                    },
                ),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def cancel(
        self,
        *,
        channel: m.Channel,
        message_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CancelSendAnswer:
        """Cancel a scheduled message."""
        answer: m.CancelSendAnswer = await self._transport.call(
            "POST",
            "cancel-send",
            {"channel": channel, "message_id": message_id},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def get(
        self,
        *,
        message_id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.Message:
        """Get a message and its status history."""
        answer: m.Message = await self._transport.call(
            "GET",
            "message",
            {"message_id": message_id},
            timeout,
            max_retries,
        )
        return answer

    async def react(
        self,
        *,
        channel: m.Channel,
        message_id: str | int,
        emoji: str | None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.ReactAnswer:
        """React to a message.

        message_id: A message of either direction
        emoji: One emoji, which replaces an earlier one; null removes the reaction
        """
        answer: m.ReactAnswer = await self._transport.call(
            "POST",
            "react",
            {"channel": channel, "message_id": message_id, "emoji": emoji},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def edit(
        self,
        *,
        channel: m.Channel,
        message_id: str | int,
        message: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.EditMessageAnswer:
        """Edit a sent message.

        message_id: A message that the account sent
        message: The new text
        """
        answer: m.EditMessageAnswer = await self._transport.call(
            "POST",
            "edit-message",
            {"channel": channel, "message_id": message_id, "message": message},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def delete(
        self,
        *,
        channel: m.Channel,
        message_id: str | int,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.DeleteMessageAnswer:
        """Delete a sent message for everyone.

        message_id: A message that the account sent
        """
        answer: m.DeleteMessageAnswer = await self._transport.call(
            "POST",
            "delete-message",
            {"channel": channel, "message_id": message_id},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def mark_read(
        self,
        *,
        channel: m.Channel,
        message_id: str | int,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.MarkReadAnswer:
        """Show a customer that their message was read.

        message_id: A message that a person sent
        """
        answer: m.MarkReadAnswer = await self._transport.call(
            "POST",
            "mark-read",
            {"channel": channel, "message_id": message_id},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def typing(
        self,
        *,
        channel: m.Channel,
        to: str,
        from_: str | None = None,
        state: t.Literal["typing", "recording", "off"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.TypingAnswer:
        """Show a typing indicator.

        to: Recipient, as in a send; the account has a conversation with them
        from_: The account that shows it: its id, number or label. Default: the account of the newest conversation with the recipient
        state: One of typing, recording, off
        """
        answer: m.TypingAnswer = await self._transport.call(
            "POST",
            "typing",
            {"channel": channel, "to": to, **present({"from": from_, "state": state})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    def list(
        self,
        *,
        conversation_id: int,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.MessagesAnswer, m.ReadMessage]:
        """List the messages of a conversation, newest first."""
        given = {"conversation_id": conversation_id, **present({"limit": limit, "cursor": cursor})}
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "messages", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="messages")


class AsyncFilesResource(AsyncUploadsFiles):
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def upload(
        self,
        *,
        data: str,
        name: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UploadAnswer:
        """Upload a file.

        data: The bytes in base64, also as a data: URL; at most 16 MiB
        name: Name of the file, as the recipient sees it; it does not affect the type
        """
        answer: m.UploadAnswer = await self._transport.call(
            "POST",
            "upload",
            {"data": data, **present({"name": name})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncNumbersResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def check(
        self,
        *,
        channel: m.Channel,
        numbers: str | t.Sequence[str],
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CheckNumberAnswer:
        """Look up whether numbers are on the network.

        numbers: One number, or a list of at most 50
        from_: The account that looks them up: its id, number or label. Default: the first of the channel
        """
        answer: m.CheckNumberAnswer = await self._transport.call(
            "POST",
            "check-number",
            {"channel": channel, "numbers": numbers, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncCallsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def reject(
        self,
        *,
        channel: m.Channel,
        call_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.RejectCallAnswer:
        """Reject a ringing call.

        call_id: call_id of call.received
        from_: The called account: its id, number or label. Default: the first of the channel
        """
        answer: m.RejectCallAnswer = await self._transport.call(
            "POST",
            "reject-call",
            {"channel": channel, "call_id": call_id, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncConversationsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def take_thread(
        self,
        *,
        channel: m.Channel,
        to: str,
        from_: str | None = None,
        metadata: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.TakeThreadAnswer:
        """Take a thread from another app.

        to: The person, as in a send; the account has a conversation with them
        from_: The account: its id, number or label. Default: the account of the newest conversation with the person
        metadata: A note for the other app
        """
        answer: m.TakeThreadAnswer = await self._transport.call(
            "POST",
            "take-thread",
            {"channel": channel, "to": to, **present({"from": from_, "metadata": metadata})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def pass_thread(
        self,
        *,
        channel: m.Channel,
        to: str,
        from_: str | None = None,
        target: str | None = None,
        metadata: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.PassThreadAnswer:
        """Pass a thread to another app.

        to: The person, as in a send; the account has a conversation with them
        from_: The account: its id, number or label. Default: the account of the newest conversation with the person
        target: wa: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); fb, ig: the id of an app (default: the inbox at Meta)
        metadata: A note for the other app
        """
        answer: m.PassThreadAnswer = await self._transport.call(
            "POST",
            "pass-thread",
            {
                "channel": channel,
                "to": to,
                **present({"from": from_, "target": target, "metadata": metadata}),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def release_thread(
        self,
        *,
        channel: m.Channel,
        to: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.ReleaseThreadAnswer:
        """Release a thread.

        to: The person, as in a send; the account has a conversation with them
        from_: The account: its id, number or label. Default: the account of the newest conversation with the person
        """
        answer: m.ReleaseThreadAnswer = await self._transport.call(
            "POST",
            "release-thread",
            {"channel": channel, "to": to, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    def list(
        self,
        *,
        channel: m.Channel | None = None,
        account: str | None = None,
        status: t.Literal["open", "snoozed", "resolved", "archived"] | None = None,
        unread: bool | None = None,
        waiting: bool | None = None,
        peer: str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.ConversationsAnswer, m.ReadConversation]:
        """List conversations, newest activity first."""
        given = present(
            {
                "channel": channel,
                "account": account,
                "status": status,
                "unread": unread,
                "waiting": waiting,
                "peer": peer,
                "q": q,
                "limit": limit,
                "cursor": cursor,
            },
        )
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "conversations", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="conversations")

    def search(
        self,
        *,
        q: str,
        kind: t.Literal["person", "message"] | None = None,
        channel: m.Channel | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.SearchAnswer, m.SearchResult]:
        """Search people and messages, people first.

        q: Word prefixes, all of which a result has; part of a number; or the id of a conversation or message
        """
        given = {
            "q": q,
            **present({"kind": kind, "channel": channel, "limit": limit, "cursor": cursor}),
        }
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "search", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="results")


class AsyncTemplatesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.TemplatesAnswer:
        """List the templates of a wa account."""
        answer: m.TemplatesAnswer = await self._transport.call(
            "GET",
            "templates",
            present({"from": from_}),
            timeout,
            max_retries,
        )
        return answer

    async def create(
        self,
        *,
        channel: t.Literal["wa"],
        name: str,
        category: t.Literal["MARKETING", "UTILITY", "AUTHENTICATION"],
        language: str,
        from_: str | None = None,
        header: m.TemplateHeader | None = None,
        body: m.TemplateBody | None = None,
        footer: str | None = None,
        buttons: t.Sequence[m.TemplateButton] | None = None,
        add_security_recommendation: bool | None = None,
        code_expiration_minutes: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CreateTemplateAnswer:
        """Create a template of a wa account, which Meta reviews.

        from_: Which of the account’s numbers: id, number or label
        body: Required, except for AUTHENTICATION
        add_security_recommendation: AUTHENTICATION: “do not share this code”
        code_expiration_minutes: AUTHENTICATION
        """
        answer: m.CreateTemplateAnswer = await self._transport.call(
            "POST",
            "create-template",
            {
                "channel": channel,
                "name": name,
                "category": category,
                "language": language,
                **present(
                    {
                        "from": from_,
                        "header": header,
                        "body": body,
                        "footer": footer,
                        "buttons": buttons,
                        "add_security_recommendation": add_security_recommendation,
                        "code_expiration_minutes": code_expiration_minutes,
                    },
                ),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def update(
        self,
        *,
        channel: t.Literal["wa"],
        name: str,
        language: str,
        from_: str | None = None,
        category: t.Literal["MARKETING", "UTILITY", "AUTHENTICATION"] | None = None,
        header: m.TemplateHeader | None = None,
        body: m.TemplateBody | None = None,
        footer: str | None = None,
        buttons: t.Sequence[m.TemplateButton] | None = None,
        add_security_recommendation: bool | None = None,
        code_expiration_minutes: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UpdateTemplateAnswer:
        """Replace the content of a template, which Meta reviews again.

        from_: Which of the account’s numbers: id, number or label
        category: Meta never changes the category of an approved template
        body: Required, except for AUTHENTICATION
        add_security_recommendation: AUTHENTICATION: “do not share this code”
        code_expiration_minutes: AUTHENTICATION
        """
        answer: m.UpdateTemplateAnswer = await self._transport.call(
            "POST",
            "update-template",
            {
                "channel": channel,
                "name": name,
                "language": language,
                **present(
                    {
                        "from": from_,
                        "category": category,
                        "header": header,
                        "body": body,
                        "footer": footer,
                        "buttons": buttons,
                        "add_security_recommendation": add_security_recommendation,
                        "code_expiration_minutes": code_expiration_minutes,
                    },
                ),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def delete(
        self,
        *,
        channel: t.Literal["wa"],
        name: str,
        from_: str | None = None,
        language: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.DeleteTemplateAnswer:
        """Delete a template of a wa account, in one language or in all.

        from_: Which of the account’s numbers: id, number or label
        language: Default: every language of the name
        """
        answer: m.DeleteTemplateAnswer = await self._transport.call(
            "POST",
            "delete-template",
            {"channel": channel, "name": name, **present({"from": from_, "language": language})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncChannelsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.ChannelsAnswer:
        """List the connected channels."""
        answer: m.ChannelsAnswer = await self._transport.call(
            "GET",
            "channels",
            {},
            timeout,
            max_retries,
        )
        return answer

    async def capabilities(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.CapabilitiesAnswer:
        """Get what each connected account supports."""
        answer: m.CapabilitiesAnswer = await self._transport.call(
            "GET",
            "capabilities",
            {},
            timeout,
            max_retries,
        )
        return answer

    async def connect_link(
        self,
        *,
        channel: t.Literal["wa", "fb", "ig", "tt"],
        redirect_url: str,
        via: t.Literal["facebook", "instagram"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.ConnectLinkAnswer:
        """Make a connect link for an end customer.

        channel: One of wa, fb, ig, tt
        redirect_url: Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels
        """
        answer: m.ConnectLinkAnswer = await self._transport.call(
            "GET",
            "connect-link",
            {"channel": channel, "redirect_url": redirect_url, **present({"via": via})},
            timeout,
            max_retries,
        )
        return answer

    async def connect_telegram(
        self,
        *,
        bot_token: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.ConnectTelegramAnswer:
        """Connect a Telegram bot."""
        answer: m.ConnectTelegramAnswer = await self._transport.call(
            "POST",
            "connect-telegram",
            {"bot_token": bot_token},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def disconnect(
        self,
        *,
        channel: t.Literal["fb", "ig", "tg", "tt"],
        id: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.DisconnectChannelAnswer:
        """Disconnect a channel.

        channel: One of fb, ig, tg, tt
        id: Channel account id as in ?action=channels
        """
        answer: m.DisconnectChannelAnswer = await self._transport.call(
            "POST",
            "disconnect-channel",
            {"channel": channel, "id": id},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncSessionsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        label: str,
        history_days: int | None = None,
        proxy: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CreateSessionAnswer:
        """Create a linking session.

        history_days: Imports the messages of the last days from the phone into the inbox, without events; default 0: none
        proxy: Proxy for everything between the device and WhatsApp: `http://user:password@host:port`, with http, https or socks5
        """
        answer: m.CreateSessionAnswer = await self._transport.call(
            "POST",
            "create-session",
            {"label": label, **present({"history_days": history_days, "proxy": proxy})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def pair_code(
        self,
        *,
        session_token: str,
        phone: str,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.PairCodeAnswer:
        """Get a pairing code for a phone.

        session_token: Starts with wds_
        phone: Number with country code
        """
        answer: m.PairCodeAnswer = await self._transport.call(
            "POST",
            "pair-code",
            {"session_token": session_token, "phone": phone},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def status(
        self,
        *,
        session_token: str | None = None,
        id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.SessionStatusAnswer:
        """Get the status of a linking session."""
        answer: m.SessionStatusAnswer = await self._transport.call(
            "GET",
            "session-status",
            present({"session_token": session_token, "id": id}),
            timeout,
            max_retries,
        )
        return answer

    async def qr(
        self,
        *,
        session_token: str,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.SessionQrAnswer:
        """Get the QR code of a linking session.

        session_token: Starts with wds_
        """
        answer: m.SessionQrAnswer = await self._transport.call(
            "GET",
            "session-qr",
            {"session_token": session_token},
            timeout,
            max_retries,
        )
        return answer

    async def set_proxy(
        self,
        *,
        proxy: str | None,
        session_token: str | None = None,
        id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.SetProxyAnswer:
        """Set or remove the proxy of a linked device.

        proxy: As in create-session; null for none
        session_token: Starts with wds_
        id: Id as in ?action=channels
        """
        answer: m.SetProxyAnswer = await self._transport.call(
            "POST",
            "set-proxy",
            {"proxy": proxy, **present({"session_token": session_token, "id": id})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def delete(
        self,
        *,
        session_token: str | None = None,
        id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.DeleteSessionAnswer:
        """Delete a linking session and log the device out.

        session_token: Starts with wds_
        id: Id as in ?action=channels
        """
        answer: m.DeleteSessionAnswer = await self._transport.call(
            "POST",
            "delete-session",
            present({"session_token": session_token, "id": id}),
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncGroupsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.GroupsAnswer, m.GroupSummary]:
        """List the groups of a linked phone."""
        given = present({"from": from_, "limit": limit, "cursor": cursor})
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "groups", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="groups")

    async def get(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.GroupAnswer:
        """Get a group and its members.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        """
        answer: m.GroupAnswer = await self._transport.call(
            "GET",
            "group",
            {"group_id": group_id, **present({"from": from_})},
            timeout,
            max_retries,
        )
        return answer

    async def create(
        self,
        *,
        subject: str,
        from_: str | None = None,
        description: str | None = None,
        participants: t.Sequence[str] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CreateGroupAnswer:
        """Create a group.

        subject: The name of the group
        from_: The linked phone: its id, number or label. Default: the first
        participants: People to add, besides the linked phone
        """
        answer: m.CreateGroupAnswer = await self._transport.call(
            "POST",
            "create-group",
            {
                "subject": subject,
                **present(
                    {"from": from_, "description": description, "participants": participants},
                ),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def update(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        subject: str | None = None,
        description: str | None = None,
        remove: t.Sequence[t.Literal["description"]] | None = None,
        settings: m.GroupSettingsChange | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UpdateGroupAnswer:
        """Change subject, description or settings of a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        from_: The linked phone: its id, number or label. Default: the first
        subject: The name of the group
        remove: Parts to remove
        """
        answer: m.UpdateGroupAnswer = await self._transport.call(
            "POST",
            "update-group",
            {
                "group_id": group_id,
                **present(
                    {
                        "from": from_,
                        "subject": subject,
                        "description": description,
                        "remove": remove,
                        "settings": settings,
                    },
                ),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def members(
        self,
        *,
        group_id: str,
        change: t.Literal["add", "remove", "promote", "demote"],
        members: t.Sequence[str],
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.GroupMembersAnswer:
        """Add, remove, promote or demote members of a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        change: promote makes a member an admin, demote ends that
        members: Numbers or hidden ids; add takes at most 5
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.GroupMembersAnswer = await self._transport.call(
            "POST",
            "group-members",
            {
                "group_id": group_id,
                "change": change,
                "members": members,
                **present({"from": from_}),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def invite(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.GroupInviteAnswer:
        """Get the invite link of a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        """
        answer: m.GroupInviteAnswer = await self._transport.call(
            "GET",
            "group-invite",
            {"group_id": group_id, **present({"from": from_})},
            timeout,
            max_retries,
        )
        return answer

    async def revoke_invite(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.RevokeGroupInviteAnswer:
        """Replace the invite link of a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.RevokeGroupInviteAnswer = await self._transport.call(
            "POST",
            "revoke-group-invite",
            {"group_id": group_id, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def join(
        self,
        *,
        invite: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.JoinGroupAnswer:
        """Join a group by its invite link.

        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.JoinGroupAnswer = await self._transport.call(
            "POST",
            "join-group",
            {"invite": invite, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def requests(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.GroupRequestsAnswer:
        """List the people who ask to join a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        """
        answer: m.GroupRequestsAnswer = await self._transport.call(
            "GET",
            "group-requests",
            {"group_id": group_id, **present({"from": from_})},
            timeout,
            max_retries,
        )
        return answer

    async def decide_requests(
        self,
        *,
        group_id: str,
        decision: t.Literal["approve", "reject"],
        members: t.Sequence[str],
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.DecideGroupRequestsAnswer:
        """Approve or reject people who ask to join a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.DecideGroupRequestsAnswer = await self._transport.call(
            "POST",
            "decide-group-requests",
            {
                "group_id": group_id,
                "decision": decision,
                "members": members,
                **present({"from": from_}),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def leave(
        self,
        *,
        group_id: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.LeaveGroupAnswer:
        """Leave a group.

        group_id: group_id of a group, as in group.updated; also the `to` of a send to it
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.LeaveGroupAnswer = await self._transport.call(
            "POST",
            "leave-group",
            {"group_id": group_id, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncProfilesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.ProfileAnswer:
        """Get the profile of a linked phone."""
        answer: m.ProfileAnswer = await self._transport.call(
            "GET",
            "profile",
            present({"from": from_}),
            timeout,
            max_retries,
        )
        return answer

    async def update(
        self,
        *,
        from_: str | None = None,
        about: str | None = None,
        picture: str | None = None,
        remove: t.Sequence[t.Literal["about", "picture"]] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UpdateProfileAnswer:
        """Change the about or the picture of a linked phone.

        from_: The linked phone: its id, number or label. Default: the first
        about: The line below the name, at most 139 characters
        picture: A square JPEG in base64, at most 640 pixels wide and 100 KiB
        remove: Parts to remove
        """
        answer: m.UpdateProfileAnswer = await self._transport.call(
            "POST",
            "update-profile",
            present({"from": from_, "about": about, "picture": picture, "remove": remove}),
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def picture(
        self,
        *,
        address: str,
        from_: str | None = None,
        size: t.Literal["preview", "full"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.ProfilePictureAnswer:
        """Get the picture of a person.

        address: The number of a person, or the hidden id
        """
        answer: m.ProfilePictureAnswer = await self._transport.call(
            "GET",
            "profile-picture",
            {"address": address, **present({"from": from_, "size": size})},
            timeout,
            max_retries,
        )
        return answer

    def block_list(
        self,
        *,
        from_: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        address: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.BlockListAnswer, m.BlockedPerson]:
        """List the people whom a linked phone has blocked."""
        given = present({"from": from_, "limit": limit, "cursor": cursor, "address": address})
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "block-list", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="blocked")

    async def block(
        self,
        *,
        address: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.BlockPersonAnswer:
        """Block a person.

        address: The number of a person, or the hidden id
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.BlockPersonAnswer = await self._transport.call(
            "POST",
            "block-person",
            {"address": address, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    async def unblock(
        self,
        *,
        address: str,
        from_: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.UnblockPersonAnswer:
        """Unblock a person.

        address: The number of a person, or the hidden id
        from_: The linked phone: its id, number or label. Default: the first
        """
        answer: m.UnblockPersonAnswer = await self._transport.call(
            "POST",
            "unblock-person",
            {"address": address, **present({"from": from_})},
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer


class AsyncCommentsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def reply(
        self,
        *,
        comment_id: str,
        message: str,
        private_message: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        idempotency_key: IdempotencyKey = None,
    ) -> m.CommentReplyAnswer:
        """Reply to a comment.

        message: Public reply
        private_message: Private reply that opens a direct-message conversation
        """
        answer: m.CommentReplyAnswer = await self._transport.call(
            "POST",
            "comment-reply",
            {
                "comment_id": comment_id,
                "message": message,
                **present({"private_message": private_message}),
            },
            timeout,
            max_retries,
            idempotency_key,
        )
        return answer

    def list(
        self,
        *,
        platform: m.CommentPlatform,
        limit: int | None = None,
        post_id: str | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.CommentsAnswer, m.Comment]:
        """List comments.

        platform: One of fb, ig, tt
        """
        given = {
            "platform": platform,
            **present({"limit": limit, "post_id": post_id, "cursor": cursor}),
        }
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "comments", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="cursor", items="comments")


class AsyncContactsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        conversation_id: int | None = None,
        channel: m.Channel | None = None,
        address: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> m.ContactAnswer:
        """Get a person with their addresses, consent and conversations."""
        answer: m.ContactAnswer = await self._transport.call(
            "GET",
            "contact",
            present({"conversation_id": conversation_id, "channel": channel, "address": address}),
            timeout,
            max_retries,
        )
        return answer


class AsyncEventsResource(AsyncPullsEvents):
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        after: str | None = None,
        since: str | datetime.datetime | None = None,
        order: t.Literal["oldest", "newest"] | None = None,
        type: m.EventType | None = None,
        channel: m.Channel | None = None,
        conversation_id: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncListing[m.EventsAnswer, m.Event]:
        """List the events of this key, oldest or newest first."""
        given = present(
            {
                "after": after,
                "since": since,
                "order": order,
                "type": type,
                "channel": channel,
                "conversation_id": conversation_id,
                "limit": limit,
            },
        )
        def read(at: t.Mapping[str, str]) -> t.Any:
            return self._transport.call("GET", "events", {**given, **at}, timeout, max_retries)

        return AsyncListing(read, position="after", items="events", more="has_more")


class AsyncResources:
    """The methods of every action, grouped by noun."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.account = AsyncAccountResource(transport)
        self.messages = AsyncMessagesResource(transport)
        self.files = AsyncFilesResource(transport)
        self.numbers = AsyncNumbersResource(transport)
        self.calls = AsyncCallsResource(transport)
        self.conversations = AsyncConversationsResource(transport)
        self.templates = AsyncTemplatesResource(transport)
        self.channels = AsyncChannelsResource(transport)
        self.sessions = AsyncSessionsResource(transport)
        self.groups = AsyncGroupsResource(transport)
        self.profiles = AsyncProfilesResource(transport)
        self.comments = AsyncCommentsResource(transport)
        self.contacts = AsyncContactsResource(transport)
        self.events = AsyncEventsResource(transport)
