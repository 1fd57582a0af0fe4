# Generated from docs/openapi.json by npm run generate.
from __future__ import annotations

import sys
import typing as t

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif t.TYPE_CHECKING:
    from typing_extensions import NotRequired

# The version of the API, which is the SDK's own.
VERSION = "1.0.0"

# Every error answers this body.
class ErrorBody(t.TypedDict):
    ok: t.Literal[False]
    error: ErrorCode
    # For people; of a provider error the provider’s own message
    message: str
    # Every field problem, in the order of the fields; only on field errors
    details: NotRequired[t.List[ErrorBodyDetail]]
    # What the provider said; only on 502 and 504
    provider: NotRequired[ErrorBodyProvider]
    # Where to continue; only on invalid_after of an expired position
    oldest_after: NotRequired[str]
    # Seconds; on 429, 503, and 409 account_restricted whose end is known
    retry_after: NotRequired[int]
    # Description of the code, on this Parley
    doc_url: NotRequired[str]
    # The same as X-Request-Id
    request_id: str


# What went wrong; the list with advice is in docs/errors. Ignore codes that you do not know.
ErrorCode = t.Union[
    t.Literal[
        "account_restricted",
        "already_connected",
        "bad_redirect_url",
        "channel_not_allowed",
        "device_error",
        "graph_error",
        "group_full",
        "idempotency_in_progress",
        "idempotency_mismatch",
        "insufficient_balance",
        "internal_error",
        "marketing_limited",
        "no_existing_conversation",
        "not_connected",
        "not_group_admin",
        "not_scheduled",
        "opted_out",
        "paced",
        "payload_too_large",
        "plan_limit_reached",
        "plan_not_eligible",
        "private_message_not_supported",
        "provider_timeout",
        "rate_limited",
        "read_not_allowed",
        "service_unavailable",
        "set_webhook_not_allowed",
        "telegram_error",
        "template_exists",
        "tiktok_error",
        "too_many_sessions",
        "unknown_comment",
        "unknown_contact",
        "unknown_conversation",
        "unknown_group",
        "unknown_message",
        "unknown_session",
        "unknown_template",
        "unknown_upload",
        "unsupported_content",
        "unsupported_media_type",
        "upload_limit_reached",
        "webhook_in_use",
    ],
    str,
]


# One of wd (WhatsApp on a linked phone), wa (WhatsApp Cloud API), tg (Telegram bot), fb (Messenger), ig (Instagram), tt (TikTok)
Channel = t.Literal["wd", "wa", "tg", "fb", "ig", "tt"]


class TemplateRequest(t.TypedDict):
    # Name of an approved template
    name: str
    # Language code such as en, ar, en_US
    language: NotRequired[str]
    # Fill the body placeholders {{1}}, {{2}} … in order
    variables: NotRequired[t.List[str]]
    # Full components array of the platform provider; used instead of variables
    components: NotRequired[t.List[t.Dict[str, t.Any]]]


class Button(t.TypedDict):
    # Comes back in interactive.id when the person presses the button
    id: NotRequired[str]
    title: str
    # The address that the button opens
    url: NotRequired[str]


class List(t.TypedDict):
    # Title of the button that opens the list
    button: str
    sections: t.List[ListSection]


class Location(t.TypedDict):
    latitude: float
    longitude: float
    name: NotRequired[str]
    address: NotRequired[str]


class Contact(t.TypedDict):
    name: str
    phones: NotRequired[t.List[str]]
    emails: NotRequired[t.List[str]]
    organization: NotRequired[str]


class Poll(t.TypedDict):
    question: str
    options: t.List[str]
    # Whether a person may choose several options
    multiple: NotRequired[bool]


class Post(t.TypedDict):
    # The platform’s id of a post of the sending account, as comments name it in post_id
    id: str


class TemplateHeader(t.TypedDict):
    type: t.Literal["text", "image", "video", "document", "location"]
    # With at most one placeholder
    text: NotRequired[str]
    # A value for the placeholder of the text
    example: NotRequired[str]
    # Public HTTPS URL of a sample: jpg or png, mp4, or pdf
    media_url: NotRequired[str]
    # An uploaded file as the sample
    upload_id: NotRequired[str]


class TemplateBody(t.TypedDict):
    # With placeholders {{1}}, {{2}} …, or names such as {{first_name}}
    text: str
    # A value for each placeholder, by its number or name
    examples: NotRequired[t.Dict[str, str]]


TemplateButton = t.Union[
    "TemplateButtonQuickReply",
    "TemplateButtonUrl",
    "TemplateButtonPhoneNumber",
    "TemplateButtonCopyCode",
]


class GroupSettingsChange(t.TypedDict):
    # Only admins write
    only_admins_send: NotRequired[bool]
    # Only admins change subject, description and settings
    only_admins_edit: NotRequired[bool]
    # Every member may add people
    members_add: NotRequired[bool]
    # An admin approves each person who joins
    approve_joins: NotRequired[bool]
    # Seconds after which messages disappear: one of 0, 86400, 604800, 7776000; 0: never
    disappearing_s: NotRequired[int]


# One of fb, ig, tt
CommentPlatform = t.Literal["fb", "ig", "tt"]


EventType = t.Literal[
    "message.received",
    "message.sent",
    "message.status",
    "message.reaction",
    "comment.received",
    "channel.connected",
    "channel.disconnected",
    "message.updated",
    "message.deleted",
    "contact.typing",
    "contact.opt_out",
    "contact.referral",
    "group.updated",
    "call.received",
    "template.status",
    "channel.health",
    "comment.updated",
    "comment.deleted",
    "conversation.control",
    "group.join_request",
]


class MessageReceivedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.received"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageReceived


MessageReceived = t.TypedDict(
    "MessageReceived",
    {
        "channel": 'Channel',
        "conversation_id": 'int',
        "message_id": 'int',
        "from": 'str',
        "account": 'Account',
        "text": 'str',
        "attachments": 't.List[Attachment]',
        "whatsapp_group": 'NotRequired[WhatsappGroup]',
        "received_at": 'str',
        "reply_until": 'str | None',
        "provider_message_id": 'str',
        "sender": 'MessageReceivedSender',
        # tg groups and channels: group, supergroup or channel, and its title
        "chat": 'NotRequired[MessageReceivedChat]',
        "reply_to": 'str | None',
        # tg: the part of that message that was quoted
        "quote": 'NotRequired[str]',
        "interactive": 'NotRequired[Interactive]',
        # The ad, post or link that the person came from
        "referral": 'NotRequired[Referral]',
        "poll_answer": 'NotRequired[PollAnswer]',
        "forwarded": 'NotRequired[t.Literal[True]]',
        # The file may be seen once, and is not stored
        "view_once": 'NotRequired[t.Literal[True]]',
        # Addresses of the mentioned people
        "mentions": 'NotRequired[t.List[str]]',
        "order": 'NotRequired[Order]',
        "product": 'NotRequired[Product]',
        # fb, ig, wa: another app has the thread and answers in it
        "standby": 'NotRequired[t.Literal[True]]',
    },
)


class Account(t.TypedDict):
    id: str
    number: str | None
    label: str | None


class Attachment(t.TypedDict):
    id: str
    type: t.Literal["image", "video", "audio", "voice", "document", "sticker", "location", "contact", "unsupported"]
    # Signed HTTPS address at Parley, valid 7 days
    url: str | None
    mime_type: str | None
    filename: str | None
    # Bytes
    size: float | None
    payload: t.Dict[str, t.Any] | None


class WhatsappGroup(t.TypedDict):
    is_group: t.Literal[True]
    group_jid: str
    participant: str
    participant_name: str | None


class Interactive(t.TypedDict):
    type: t.Literal["button", "list", "quick_reply", "postback", "flow"]
    # The id that the sender gave the button, row or form
    id: str | None
    # The text that the person saw
    title: str | None
    # The fields of a form, or a row’s description
    data: t.Dict[str, t.Any] | None


class Referral(t.TypedDict):
    source: t.Literal["ad", "post", "link"]
    # Of the ad or post
    source_id: str | None
    # Of the ad or post; http or https
    url: str | None
    headline: str | None
    body: str | None
    # Picture or video of the ad, at the platform
    media_url: str | None
    # wa: click id of the ad
    ctwa_clid: str | None
    # The parameter of the link or ad
    ref: str | None


class PollAnswer(t.TypedDict):
    # Empty: the person withdrew the vote
    options: t.List[PollAnswerOption]


class Order(t.TypedDict):
    catalog_id: str | None
    items: t.List[OrderItem]


class Product(t.TypedDict):
    product_id: str
    catalog_id: str | None


class MessageSentEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.sent"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageSent


class MessageSent(t.TypedDict):
    channel: Channel
    conversation_id: int
    message_id: str
    to: str
    account: Account
    text: str
    attachments: t.List[Attachment]
    origin: t.Literal["api", "bot", "dashboard", "phone"]
    template: MessageSentTemplate | None
    provider_message_id: str | None
    sent_at: str
    # wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
    held: NotRequired[t.Literal[True]]
    whatsapp_group: NotRequired[WhatsappGroup]
    # fb, ig, wa: another app has the thread and answers in it
    standby: NotRequired[t.Literal[True]]
    # The quoted message
    reply_to: NotRequired[str]
    mentions: NotRequired[t.List[str]]
    # Reply or link buttons under the message
    buttons: NotRequired[t.List[Button]]
    # Rows to choose from, below message
    list: NotRequired[List]
    location: NotRequired[Location]
    contacts: NotRequired[t.List[Contact]]
    poll: NotRequired[Poll]
    # A post of the sending account, alone
    post: NotRequired[Post]


class MessageStatusEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.status"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageStatus


class MessageStatus(t.TypedDict):
    channel: Channel
    conversation_id: int
    message_id: str
    to: str
    account: Account
    status: t.Literal["sent", "delivered", "read", "failed"]
    at: str
    error: MessageError | None
    provider_message_id: str | None
    whatsapp_group: NotRequired[WhatsappGroup]
    # wa: the price that Meta charges for it
    pricing: NotRequired[Pricing]


class MessageError(t.TypedDict):
    code: str
    message: str
    provider_code: float | str | None
    # Meta’s finer code, where it gave one
    provider_subcode: NotRequired[float]


class Pricing(t.TypedDict):
    category: str | None
    billable: bool | None
    model: str | None
    # Such as regular or free_customer_service; null if Meta does not report it
    type: NotRequired[str | None]


class MessageReactionEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.reaction"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageReaction


MessageReaction = t.TypedDict(
    "MessageReaction",
    {
        "channel": 'Channel',
        "conversation_id": 'int',
        "message_id": 'str',
        "from": 'str',
        "account": 'Account',
        # For a removal, the removed emoji; null if the reaction is an image (tt)
        "emoji": 'str | None',
        # Address of the image at the platform, which serves it for 30 days (tt); absent if there is an emoji
        "emoji_url": 'NotRequired[str]',
        "action": 't.Literal["added", "removed"]',
        "at": 'str',
        "provider_message_id": 'str | None',
        "whatsapp_group": 'NotRequired[WhatsappGroup]',
    },
)


class CommentReceivedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["comment.received"]
    instance_id: str
    # When it happened
    created_at: str
    data: CommentReceived


CommentReceived = t.TypedDict(
    "CommentReceived",
    {
        "platform": 'CommentPlatform',
        "comment_id": 'str',
        "post_id": 'str',
        "parent_id": 'str | None',
        "text": 'str',
        # Images and videos; absent if there are none
        "media": 'NotRequired[t.List[CommentMedia]]',
        "from": 'CommentReceivedFrom',
        "conversation_id": 'int',
        "account": 'Account',
        "created_at": 'str',
    },
)


class CommentMedia(t.TypedDict):
    type: t.Literal["image", "video"]
    url: str


class ChannelConnectedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["channel.connected"]
    instance_id: str
    # When it happened
    created_at: str
    data: ChannelConnected


class ChannelConnected(t.TypedDict):
    channel: Channel
    id: str
    name: str
    identifier: str | None
    connected_at: str
    account_id: NotRequired[int]
    label: NotRequired[str]


class ChannelDisconnectedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["channel.disconnected"]
    instance_id: str
    # When it happened
    created_at: str
    data: ChannelDisconnected


class ChannelDisconnected(t.TypedDict):
    channel: Channel
    id: str
    name: str
    reason: t.Literal["api", "dashboard", "logged_out", "token_revoked", "replaced", "linked_channel_removed", "partner_removed", "account_offboarded", "account_deleted", "account_disabled"]
    # wa: the platform’s own reason, such as PRIMARY_INACTIVITY
    platform_reason: NotRequired[str]
    disconnected_at: str


class MessageUpdatedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.updated"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageUpdated


class MessageUpdated(t.TypedDict):
    channel: Channel
    conversation_id: int
    message_id: str
    # in: a message of the customer; out: one of the account
    direction: t.Literal["in", "out"]
    # The address that sends go to
    peer: str
    account: Account
    # The new text
    text: str
    edited_at: str
    provider_message_id: str | None
    whatsapp_group: NotRequired[WhatsappGroup]


class MessageDeletedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["message.deleted"]
    instance_id: str
    # When it happened
    created_at: str
    data: MessageDeleted


class MessageDeleted(t.TypedDict):
    channel: Channel
    conversation_id: int
    message_id: str
    # in: a message of the customer; out: one of the account
    direction: t.Literal["in", "out"]
    # The address that sends go to
    peer: str
    account: Account
    # admin: an admin of the group deleted another person’s message
    by: t.Literal["customer", "account", "admin"]
    deleted_at: str
    provider_message_id: str | None
    whatsapp_group: NotRequired[WhatsappGroup]


class ContactTypingEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["contact.typing"]
    instance_id: str
    # When it happened
    created_at: str
    data: ContactTyping


ContactTyping = t.TypedDict(
    "ContactTyping",
    {
        "channel": 'Channel',
        "conversation_id": 'int | None',
        # The address for `to` of a send
        "from": 'str',
        "account": 'Account',
        "state": 't.Literal["typing", "recording", "off"]',
        "at": 'str',
        "whatsapp_group": 'NotRequired[WhatsappGroup]',
    },
)


class ContactOptOutEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["contact.opt_out"]
    instance_id: str
    # When it happened
    created_at: str
    data: ContactOptOut


ContactOptOut = t.TypedDict(
    "ContactOptOut",
    {
        "channel": 'Channel',
        "conversation_id": 'int | None',
        # The address for `to` of a send
        "from": 'str',
        "account": 'Account',
        # false: the person opted in again
        "opted_out": 'bool',
        # customer: a stop or start word
        "by": 't.Literal["customer", "platform", "operator"]',
        "at": 'str',
    },
)


class ContactReferralEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["contact.referral"]
    instance_id: str
    # When it happened
    created_at: str
    data: ContactReferral


ContactReferral = t.TypedDict(
    "ContactReferral",
    {
        "channel": 'Channel',
        "conversation_id": 'int | None',
        # The address for `to` of a send
        "from": 'str',
        "account": 'Account',
        "referral": 'Referral',
        "at": 'str',
    },
)


class GroupUpdatedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["group.updated"]
    instance_id: str
    # When it happened
    created_at: str
    data: GroupUpdated


class GroupUpdated(t.TypedDict):
    channel: Channel
    # null for a group without messages
    conversation_id: int | None
    account: Account
    group_id: str
    # The new subject; null if it did not change
    subject: str | None
    # Addresses
    joined: t.List[str]
    # Addresses
    left: t.List[str]
    # Addresses of members who became admins
    promoted: NotRequired[t.List[str]]
    # Addresses of admins who are members again
    demoted: NotRequired[t.List[str]]
    # The new description; empty if it was removed, null if it did not change
    description: NotRequired[str | None]
    # The settings that changed; null if none did
    settings: NotRequired[GroupUpdatedSettings | None]
    # Whether the invite link was replaced
    invite_changed: NotRequired[bool]
    # The person who changed it; null if the platform does not report it
    by: str | None
    at: str


class CallReceivedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["call.received"]
    instance_id: str
    # When it happened
    created_at: str
    data: CallReceived


CallReceived = t.TypedDict(
    "CallReceived",
    {
        "channel": 'Channel',
        "conversation_id": 'int | None',
        # The address for `to` of a send
        "from": 'str',
        "account": 'Account',
        "call_id": 'str',
        "state": 't.Literal["ringing", "accepted", "rejected", "missed", "ended"]',
        "video": 'bool | None',
        "at": 'str',
    },
)


class TemplateStatusEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["template.status"]
    instance_id: str
    # When it happened
    created_at: str
    data: TemplateStatus


class TemplateStatus(t.TypedDict):
    channel: t.Literal["wa"]
    # Of the WhatsApp Business Account
    business_id: str
    template_id: str | None
    name: str
    language: str
    # The platform’s name, such as APPROVED, REJECTED or PAUSED; null: unchanged
    status: str | None
    # The reason of a rejection or pause: Meta’s code, such as INVALID_FORMAT
    reason: str | None
    # The reason in a sentence; null if Meta gives none
    details: NotRequired[str | None]
    # Meta’s recommendation; null if it gives none
    recommendation: NotRequired[str | None]
    # When Meta will disable it, as Meta writes it, such as January 31, 2027
    disable_date: NotRequired[str | None]
    # GREEN, YELLOW, RED or UNKNOWN; null: unchanged
    quality: str | None
    # Its new category; null: unchanged
    category: str | None
    # The category that Meta announces for it; null: no announcement
    upcoming_category: NotRequired[str | None]
    # When it gets that category; null if Meta does not report it
    upcoming_at: NotRequired[str | None]
    at: str


class ChannelHealthEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["channel.health"]
    instance_id: str
    # When it happened
    created_at: str
    data: ChannelHealth


class ChannelHealth(t.TypedDict):
    channel: Channel
    id: str
    name: str
    # wa: GREEN, YELLOW, RED or UNKNOWN
    quality: str | None
    # wa: how many people it may write to first in 24 hours, such as TIER_1K
    limit: str | None
    restrictions: t.List[ChannelHealthRestriction]
    # offline: the platform suspends the account for a while
    state: NotRequired[t.Literal["online", "offline"]]
    # The reason why it is offline; null: it is online
    reason: NotRequired[t.Literal["account_offboarded"] | None]
    # wa: the business account has no payment method, so that messages are not delivered
    payment_missing: NotRequired[bool]
    at: str


class CommentUpdatedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["comment.updated"]
    instance_id: str
    # When it happened
    created_at: str
    data: CommentUpdated


CommentUpdated = t.TypedDict(
    "CommentUpdated",
    {
        "platform": 'CommentPlatform',
        "comment_id": 'str',
        "post_id": 'str',
        "parent_id": 'str | None',
        "conversation_id": 'int',
        "account": 'Account',
        "text": 'str',
        "media": 'NotRequired[t.List[CommentMedia]]',
        "from": 'CommentUpdatedFrom',
        # Whether it is hidden from other people; null if the platform does not report it
        "hidden": 'bool | None',
        "updated_at": 'str',
    },
)


class CommentDeletedEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["comment.deleted"]
    instance_id: str
    # When it happened
    created_at: str
    data: CommentDeleted


class CommentDeleted(t.TypedDict):
    platform: CommentPlatform
    comment_id: str
    post_id: str
    parent_id: str | None
    conversation_id: int
    account: Account
    deleted_at: str


class ConversationControlEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["conversation.control"]
    instance_id: str
    # When it happened
    created_at: str
    data: ConversationControl


class ConversationControl(t.TypedDict):
    channel: Channel
    conversation_id: int
    # The address that sends go to
    peer: str
    account: Account
    # Who may answer now
    state: t.Literal["ours", "theirs", "idle"]
    # message: a message came to this app or to another one; requested: another app asks for the thread
    reason: t.Literal["message", "passed", "taken", "requested", "released"]
    # wa: role of the app that has the thread now, such as escalation or ai_agent
    role: str | None
    # wa: role of the app that had it
    previous_role: str | None
    # fb, ig: the app that has the thread now, or asks for it
    app_id: str | None
    # fb, ig: the app that had it
    previous_app_id: str | None
    # The note of the app that handed over
    metadata: str | None
    # wa: summary of the conversation so far
    summary: str | None
    at: str


class GroupJoinRequestEvent(t.TypedDict):
    # The same on every attempt
    id: str
    event: t.Literal["group.join_request"]
    instance_id: str
    # When it happened
    created_at: str
    data: GroupJoinRequest


class GroupJoinRequest(t.TypedDict):
    channel: Channel
    # null for a group without messages
    conversation_id: int | None
    account: Account
    group_id: str
    # The address of the person who asks
    person: str
    # An approved person is in joined of group.updated
    state: t.Literal["requested", "withdrawn", "rejected"]
    # The network’s name: invite_link, linked_group_join, non_admin_add
    method: str | None
    # The admin who rejected it; else the person
    by: str | None
    at: str


class Message(t.TypedDict):
    channel: Channel
    conversation_id: int
    message_id: str
    to: str
    account: Account
    text: str
    attachments: t.List[Attachment]
    origin: t.Literal["api", "bot", "dashboard", "phone"]
    template: MessageTemplate | None
    provider_message_id: str | None
    sent_at: str | None
    # wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
    held: NotRequired[t.Literal[True]]
    whatsapp_group: NotRequired[WhatsappGroup]
    # fb, ig, wa: another app has the thread and answers in it
    standby: NotRequired[t.Literal[True]]
    # The quoted message
    reply_to: NotRequired[str]
    mentions: NotRequired[t.List[str]]
    # Reply or link buttons under the message
    buttons: NotRequired[t.List[Button]]
    # Rows to choose from, below message
    list: NotRequired[List]
    location: NotRequired[Location]
    contacts: NotRequired[t.List[Contact]]
    poll: NotRequired[PollOutput]
    # A post of the sending account, alone
    post: NotRequired[Post]
    ok: t.Literal[True]
    status: t.Literal["scheduled", "sending", "unknown", "sent", "delivered", "read", "failed"]
    error: MessageError | None
    # While it is scheduled: the time when it is sent
    send_at: NotRequired[str]
    history: t.List[MessageHistoryItem]


class Template(t.TypedDict):
    name: str
    language: str
    status: str
    category: str
    # The category that Meta will give it; null: unchanged
    correct_category: NotRequired[str | None]
    # When it gets that category, as Meta announced; null: Meta did not say
    category_changes_at: NotRequired[str | None]
    body: str
    # Number of distinct placeholders of the body
    variables: int
    id: str | None
    # GREEN, YELLOW, RED or UNKNOWN
    quality: str | None
    # As Meta names it, such as INVALID_FORMAT; null: not rejected
    rejected_reason: str | None
    # As Meta lists them; null if the list would be too large
    components: t.List[t.Dict[str, t.Any]] | None


class ConnectedChannel(t.TypedDict):
    channel: Channel
    id: str
    name: str
    # Readable number; present for wd entries and for wa
    identifier: NotRequired[str]
    status: str


class AccountCapabilities(t.TypedDict):
    channel: Channel
    id: str
    label: str
    capabilities: AccountCapabilitiesCapabilities
    # Lengths of a message
    limits: AccountCapabilitiesLimits


SessionStatus = t.Literal[
    "created",
    "connecting",
    "awaiting_pairing",
    "connected",
    "reconnecting",
    "logged_out",
    "expired",
    "failed",
    "deleted",
]


class GroupSummary(t.TypedDict):
    group_id: str
    subject: str
    # Number of members
    size: int
    # The role of the linked phone; null if the network does not say
    role: t.Literal["owner", "admin", "member"] | None
    settings: GroupSettings
    created_at: str | None


class GroupSettings(t.TypedDict):
    # Only admins write
    only_admins_send: bool
    # Only admins change subject, description and settings
    only_admins_edit: bool
    # Every member may add people
    members_add: bool
    # An admin approves each person who joins
    approve_joins: bool
    # Seconds after which messages disappear; 0: never
    disappearing_s: int


class Group(t.TypedDict):
    group_id: str
    subject: str
    # Number of members
    size: int
    # The role of the linked phone; null if the network does not say
    role: t.Literal["owner", "admin", "member"] | None
    settings: GroupSettings
    created_at: str | None
    description: str | None
    # Address of the person who created it
    owner: str | None
    members: t.List[GroupMember]


class GroupMember(t.TypedDict):
    # The number, or the hidden id where the number is unknown
    address: str
    # The hidden id; null if it is unknown
    lid: str | None
    role: t.Literal["owner", "admin", "member"]


class GroupPersonResult(t.TypedDict):
    address: str
    ok: bool
    error: t.Literal["only_contacts_may_add", "not_on_network", "left_recently", "already_member", "blocked", "group_full", "not_found", "refused"] | None
    # The reason, and what helps; null if it was done
    message: str | None


class GroupRequest(t.TypedDict):
    address: str
    requested_at: str | None
    # The network’s name: invite_link, linked_group_join, non_admin_add
    method: str | None


class ProfilePicture(t.TypedDict):
    # image/jpeg
    mime_type: str
    # Base64
    data: str


class BlockedPerson(t.TypedDict):
    # The number, or the hidden id where the number is unknown
    address: str
    # The hidden id; null if it is unknown
    lid: str | None


Comment = t.TypedDict(
    "Comment",
    {
        "platform": 'CommentPlatform',
        "comment_id": 'str',
        "post_id": 'str',
        "parent_id": 'str | None',
        "text": 'str',
        # Images and videos; absent if there are none
        "media": 'NotRequired[t.List[CommentMedia]]',
        "from": 'CommentFrom',
        "conversation_id": 'int',
        "account": 'Account',
        "created_at": 'str',
        "replied": 'bool',
    },
)


class ReadConversation(t.TypedDict):
    conversation_id: int
    # A person’s comments form a separate conversation
    kind: t.Literal["messages", "comments"]
    channel: Channel
    account: Account
    # The `to` of a send
    peer: str
    contact_id: int
    name: str | None
    status: t.Literal["open", "resolved", "archived"]
    is_snoozed: bool
    # Messages of the customer that no member has read or answered
    unread: int
    # Whether it is open and its last message is the customer’s
    waiting: bool
    # Titles
    labels: t.List[str]
    # The end of the time in which a text may be sent; null if the channel has no window, or it is closed
    reply_until: str | None
    last_message: ReadConversationLastMessage | None
    last_activity_at: str
    created_at: str
    # wa, fb, ig: the app that may answer, where several share the account
    thread_owner: NotRequired[ThreadOwner]
    # The last hand-over of the thread; absent if there was none
    handover: NotRequired[Handover]


ThreadOwner = t.Literal["ours", "theirs", "idle", "unshared"]


class Handover(t.TypedDict):
    # message: a message came to this app or to another one; requested: another app asks for the thread
    reason: t.Literal["message", "passed", "taken", "requested", "released"]
    # wa: role of the app that has the thread now, such as escalation or ai_agent
    role: str | None
    # wa: role of the app that had it
    previous_role: str | None
    # fb, ig: the app that has the thread now, or asks for it
    app_id: str | None
    # fb, ig: the app that had it
    previous_app_id: str | None
    # The note of the app that handed over
    metadata: str | None
    # wa: summary of the conversation so far
    summary: str | None
    at: str


ReadMessage = t.TypedDict(
    "ReadMessage",
    {
        "message_id": 'str',
        "direction": 't.Literal["in", "out"]',
        "origin": 't.Literal["customer", "api", "bot", "dashboard", "phone"]',
        # Of a received message: the peer, or in a group its author; else `account.id`
        "from": 'str',
        "to": 'str',
        "status": 'str',
        # Empty once it was deleted
        "text": 'str',
        "attachments": 't.List[Attachment]',
        # Of a sent message: buttons, list, location, contacts or poll
        "content": 'ReadMessageContent | None',
        # Of a received message: what the person chose
        "interactive": 'Interactive | None',
        "template": 'ReadMessageTemplate | None',
        "reply_to": 'str | None',
        # The current ones, oldest first
        "reactions": 't.List[ReadMessageReaction]',
        # The reason why it failed
        "error": 'MessageError | None',
        # wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
        "held": 'NotRequired[t.Literal[True]]',
        # While it is scheduled: the time when it is sent
        "send_at": 'NotRequired[str]',
        "at": 'str',
        "edited_at": 'str | None',
        "deleted_at": 'str | None',
        # fb, ig, wa: another app had the thread
        "standby": 'NotRequired[t.Literal[True]]',
    },
)


class SearchResult(t.TypedDict):
    kind: t.Literal["person", "message"]
    channel: Channel
    # Of a person: the newest one; null for people who only commented
    conversation_id: int | None
    # The person, or the person of the message’s conversation
    name: str | None
    # Of a message: when it was sent; of a person: the newest message with them
    at: str | None
    person: SearchResultPerson | None
    message: SearchResultMessage | None


# Any event; `event` is the discriminator
Event = t.Union[
    "MessageReceivedEvent",
    "MessageSentEvent",
    "MessageStatusEvent",
    "MessageReactionEvent",
    "CommentReceivedEvent",
    "ChannelConnectedEvent",
    "ChannelDisconnectedEvent",
    "MessageUpdatedEvent",
    "MessageDeletedEvent",
    "ContactTypingEvent",
    "ContactOptOutEvent",
    "ContactReferralEvent",
    "GroupUpdatedEvent",
    "CallReceivedEvent",
    "TemplateStatusEvent",
    "ChannelHealthEvent",
    "CommentUpdatedEvent",
    "CommentDeletedEvent",
    "ConversationControlEvent",
    "GroupJoinRequestEvent",
]


class KeyWebhook(t.TypedDict):
    ok: t.Literal[True]
    url: str | None
    events: t.List[EventType]
    status: t.Literal["none", "active", "paused"]
    reason: t.Literal["operator", "gone", "failing"] | None
    # A new secret; only in the response to the call that sets the address
    webhook_secret: NotRequired[str]


class PollOutput(t.TypedDict):
    question: str
    options: t.List[str]
    # Whether a person may choose several options
    multiple: bool


class StatusAnswer(t.TypedDict):
    ok: t.Literal[True]
    instance_id: str
    channels: t.List[Channel]
    # Current credit
    balance: float


class SendAnswer(t.TypedDict):
    ok: t.Literal[True]
    message_id: str
    channel: Channel
    to: str
    # Template sends: the conversation that the reply will carry
    conversation_id: NotRequired[int]
    template: NotRequired[str]
    language: NotRequired[str]
    delivery: NotRequired[t.Literal["sent"]]
    # wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
    held: NotRequired[t.Literal[True]]
    # Set when the content was sent as lines of text
    fallback: NotRequired[t.Literal[True]]
    # Set when the message is sent later; the response is 202
    status: NotRequired[t.Literal["scheduled"]]
    # When a scheduled message is sent
    send_at: NotRequired[str]


class UploadAnswer(t.TypedDict):
    ok: t.Literal[True]
    upload_id: str
    name: str
    # Detected from the content
    type: t.Literal["image", "video", "audio", "document"]
    mime_type: str
    # Bytes
    size: int
    # The end of the time in which it can be sent
    expires_at: str


class CancelSendAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    message_id: str
    status: t.Literal["cancelled"]


class ReactAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    message_id: str
    emoji: str | None


class EditMessageAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    message_id: str
    message: str
    edited_at: str


class DeleteMessageAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    message_id: str
    deleted_at: str


class MarkReadAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    message_id: str


class TypingAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    to: str
    state: t.Literal["typing", "recording", "off"]


class CheckNumberAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    numbers: t.List[CheckNumberAnswerNumber]


class RejectCallAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    call_id: str


class TakeThreadAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    to: str
    # The owner from now on
    thread_owner: t.Literal["ours", "theirs", "idle"]


class PassThreadAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    to: str
    # The owner from now on
    thread_owner: t.Literal["ours", "theirs", "idle"]


class ReleaseThreadAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: Channel
    to: str
    # The owner from now on
    thread_owner: t.Literal["ours", "theirs", "idle"]


class TemplatesAnswer(t.TypedDict):
    ok: t.Literal[True]
    count: int
    templates: t.List[Template]


class CreateTemplateAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["wa"]
    id: str
    name: str
    language: str
    # As Meta names it: PENDING while it is reviewed
    status: str
    # Meta may choose another one
    category: str


class UpdateTemplateAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["wa"]
    id: str
    name: str
    language: str
    # false: the template already had this content, and Meta was not called
    changed: bool


class DeleteTemplateAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["wa"]
    name: str
    language: str | None
    # Number of deleted templates; 0 when there was none
    deleted: int


class ChannelsAnswer(t.TypedDict):
    ok: t.Literal[True]
    channels: t.List[ConnectedChannel]
    # Number of connected accounts by channel code, for every channel of the key, including zeros
    counts: t.Dict[str, int]


class CapabilitiesAnswer(t.TypedDict):
    ok: t.Literal[True]
    accounts: t.List[AccountCapabilities]


class ConnectLinkAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["wa", "fb", "ig", "tt"]
    connect_url: str
    redirect_url: str


class ConnectTelegramAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["tg"]
    status: t.Literal["connected"]
    bot_username: str


class CreateSessionAnswer(t.TypedDict):
    ok: t.Literal[True]
    # Starts with wds_
    session_token: str
    account_id: int
    expires_at: str
    # Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session
    pair_url: str


class PairCodeAnswer(t.TypedDict):
    ok: t.Literal[True]
    # ABCD-EFGH
    pairing_code: str
    expires_at: str


class SessionStatusAnswer(t.TypedDict):
    ok: t.Literal[True]
    account_id: int
    label: str
    status: SessionStatus
    since: str
    phone: str | None
    reason: str | None
    # The part that failed: `proxy` when the proxy of the session opened no connection; else null
    detail: NotRequired[str | None]
    # The proxy without its password: `http://user:…@host:port`; null: none
    proxy: NotRequired[str | None]
    # Null when the page can no longer link a phone
    pair_url: str | None
    # What the network allows the account, as it said last; null before a phone is linked
    limits: NotRequired[SessionStatusAnswerLimits | None]


class SessionQrAnswer(t.TypedDict):
    ok: t.Literal[True]
    account_id: int
    status: SessionStatus
    # The text to encode
    qr: str
    # data:image/png;base64,…
    image: str
    expires_at: str


class SetProxyAnswer(t.TypedDict):
    ok: t.Literal[True]
    account_id: int
    # The proxy without its password: `http://user:…@host:port`; null: none
    proxy: str | None


class DeleteSessionAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["wd"]
    id: str
    status: t.Literal["disconnected"]


class DisconnectChannelAnswer(t.TypedDict):
    ok: t.Literal[True]
    channel: t.Literal["fb", "ig", "tg", "tt"]
    status: t.Literal["disconnected"]
    also_disconnected: t.List[DisconnectChannelAnswerAlsoDisconnectedItem]


class GroupsAnswer(t.TypedDict):
    ok: t.Literal[True]
    groups: t.List[GroupSummary]
    next_cursor: str | None


class GroupAnswer(t.TypedDict):
    ok: t.Literal[True]
    group: Group


class CreateGroupAnswer(t.TypedDict):
    ok: t.Literal[True]
    group: Group
    # One for each participant
    results: t.List[GroupPersonResult]


class UpdateGroupAnswer(t.TypedDict):
    ok: t.Literal[True]
    group: Group


class GroupMembersAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str
    results: t.List[GroupPersonResult]


class GroupInviteAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str
    # Whoever has it can join
    invite_link: str


class RevokeGroupInviteAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str
    # Whoever has it can join
    invite_link: str


class JoinGroupAnswer(t.TypedDict):
    ok: t.Literal[True]
    # null while an admin has to approve
    group_id: str | None
    pending: bool


class GroupRequestsAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str
    requests: t.List[GroupRequest]


class DecideGroupRequestsAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str
    results: t.List[GroupPersonResult]


class LeaveGroupAnswer(t.TypedDict):
    ok: t.Literal[True]
    group_id: str


class ProfileAnswer(t.TypedDict):
    ok: t.Literal[True]
    # The number of the linked phone
    address: str
    about: str | None
    picture: ProfilePicture | None


class UpdateProfileAnswer(t.TypedDict):
    ok: t.Literal[True]
    # The number of the linked phone
    address: str


class ProfilePictureAnswer(t.TypedDict):
    ok: t.Literal[True]
    address: str
    picture: ProfilePicture | None


class BlockListAnswer(t.TypedDict):
    ok: t.Literal[True]
    blocked: t.List[BlockedPerson]
    next_cursor: str | None


class BlockPersonAnswer(t.TypedDict):
    ok: t.Literal[True]
    address: str


class UnblockPersonAnswer(t.TypedDict):
    ok: t.Literal[True]
    address: str


class CommentReplyAnswer(t.TypedDict):
    ok: t.Literal[True]
    platform: CommentPlatform
    # Id of the new reply
    comment_id: str
    in_reply_to: str
    post_id: str
    private_message: CommentReplyAnswerPrivateMessageOk | CommentReplyAnswerPrivateMessageFailed | None


class CommentsAnswer(t.TypedDict):
    ok: t.Literal[True]
    count: int
    comments: t.List[Comment]
    next_cursor: str | None


class ConversationsAnswer(t.TypedDict):
    ok: t.Literal[True]
    count: int
    conversations: t.List[ReadConversation]
    next_cursor: str | None


class MessagesAnswer(t.TypedDict):
    ok: t.Literal[True]
    conversation_id: int
    channel: Channel
    count: int
    messages: t.List[ReadMessage]
    next_cursor: str | None


class SearchAnswer(t.TypedDict):
    ok: t.Literal[True]
    count: int
    results: t.List[SearchResult]
    next_cursor: str | None


class ContactAnswer(t.TypedDict):
    ok: t.Literal[True]
    contact_id: int
    channel: Channel
    name: str | None
    username: str | None
    phone: str | None
    # On this channel; each can be the `to` of a send
    addresses: t.List[str]
    # Whether the person accepts marketing messages
    consent: ContactAnswerConsent
    # Newest activity first, 100 at most, each with its labels
    conversations: t.List[ReadConversation]


class EventsAnswer(t.TypedDict):
    ok: t.Literal[True]
    count: int
    # Each event as it is delivered to the webhook
    events: t.List[Event]
    # The next `after`: the id of the last examined event, of this key or not; `after` if there was none
    next_after: str | None
    has_more: bool


class ErrorBodyDetail(t.TypedDict):
    field: str
    code: str
    message: str


# What the provider said; only on 502 and 504
class ErrorBodyProvider(t.TypedDict):
    name: t.Literal["graph", "telegram", "tiktok", "device"]
    status: int | None
    code: int | str | None
    # Meta’s finer code, where it gave one
    subcode: NotRequired[int]
    message: str
    trace_id: NotRequired[str | None]


class ListSection(t.TypedDict):
    title: NotRequired[str]
    rows: t.List[ListSectionRow]


class TemplateButtonQuickReply(t.TypedDict):
    type: t.Literal["quick_reply"]
    title: str


class TemplateButtonUrl(t.TypedDict):
    type: t.Literal["url"]
    title: str
    url: str
    # The address with a value for its placeholder
    example: NotRequired[str]


class TemplateButtonPhoneNumber(t.TypedDict):
    type: t.Literal["phone_number"]
    title: str
    phone_number: str


class TemplateButtonCopyCode(t.TypedDict):
    type: t.Literal["copy_code"]
    # Only for AUTHENTICATION
    title: NotRequired[str]
    # A code; left out for AUTHENTICATION
    example: NotRequired[str]


class MessageReceivedSender(t.TypedDict):
    # tg groups: the person; wa: the business-scoped id beside a known number
    id: NotRequired[str]
    name: str | None
    username: str | None
    phone: str | None


# tg groups and channels: group, supergroup or channel, and its title
class MessageReceivedChat(t.TypedDict):
    type: str
    title: str | None


class PollAnswerOption(t.TypedDict):
    # Position in the poll, from 0
    index: int | None
    title: str | None


class OrderItem(t.TypedDict):
    product_id: str
    quantity: float | None
    # The price of one piece
    price: float | None
    currency: str | None


class MessageSentTemplate(t.TypedDict):
    name: str
    language: str
    variables: NotRequired[t.List[str]]
    components: NotRequired[t.List[t.Any]]


class CommentReceivedFrom(t.TypedDict):
    id: str
    name: str


# The settings that changed; null if none did
class GroupUpdatedSettings(t.TypedDict):
    only_admins_send: NotRequired[bool]
    only_admins_edit: NotRequired[bool]
    members_add: NotRequired[bool]
    approve_joins: NotRequired[bool]
    disappearing_s: NotRequired[int]


class ChannelHealthRestriction(t.TypedDict):
    type: str
    until: str | None


class CommentUpdatedFrom(t.TypedDict):
    id: str
    name: str


class MessageTemplate(t.TypedDict):
    name: str
    language: str
    variables: NotRequired[t.List[str]]
    components: NotRequired[t.List[t.Any]]


class MessageHistoryItem(t.TypedDict):
    status: str
    at: str


class AccountCapabilitiesCapabilities(t.TypedDict):
    files: t.List[t.Literal["image", "video", "audio", "document", "voice", "sticker"]]
    # The most reply buttons of a message; 0: none
    reply_buttons: int
    # The most buttons that open an address
    url_buttons: int
    mixed_buttons: bool
    list: bool
    location: bool
    contacts: bool
    poll: bool
    post: bool
    reply_to: bool
    mentions: bool
    # Link previews: chosen by each message, or always as the channel does it
    preview: t.Literal["chosen", "never", "always"]
    human_agent: bool
    react: bool
    edit: bool
    delete: bool
    mark_read: bool
    typing: t.List[t.Literal["typing", "recording", "off"]]
    check_number: bool
    reject_call: bool


# Lengths of a message
class AccountCapabilitiesLimits(t.TypedDict):
    # Longest text
    text: int
    # Longest text below a file; null: the text follows as a separate message
    caption: int | None
    unit: t.Literal["characters", "bytes"]


class CommentFrom(t.TypedDict):
    id: str
    name: str


class ReadConversationLastMessage(t.TypedDict):
    direction: t.Literal["in", "out"]
    # At most 140 characters of it; empty once it was deleted
    text: str
    # Without a text: kind of its file or other content; else null
    kind: t.Literal["image", "video", "audio", "voice", "document", "sticker", "location", "contact", "unsupported", "buttons", "list", "contacts", "poll", "post", "template"] | None
    status: str
    at: str


# Of a sent message: buttons, list, location, contacts or poll
class ReadMessageContent(t.TypedDict):
    # Reply or link buttons under the message
    buttons: NotRequired[t.List[Button]]
    # Rows to choose from, below message
    list: NotRequired[List]
    location: NotRequired[Location]
    contacts: NotRequired[t.List[Contact]]
    poll: NotRequired[PollOutput]
    # A post of the sending account, alone
    post: NotRequired[Post]


class ReadMessageTemplate(t.TypedDict):
    name: str
    language: str
    variables: NotRequired[t.List[str]]
    components: NotRequired[t.List[t.Any]]


ReadMessageReaction = t.TypedDict(
    "ReadMessageReaction",
    {
        "from": 'str',
        # Null if the reaction is an image
        "emoji": 'str | None',
        # Address of the image at the platform (tt)
        "emoji_url": 'NotRequired[str]',
    },
)


class SearchResultPerson(t.TypedDict):
    contact_id: int
    username: str | None
    # 5 at most
    addresses: t.List[str]


class SearchResultMessage(t.TypedDict):
    message_id: str
    direction: t.Literal["in", "out"]
    origin: t.Literal["customer", "api", "bot", "dashboard", "phone"]
    status: str
    # The `to` of a send
    peer: str
    # The text around the first word that was found; empty once the message was deleted
    snippet: str


class CheckNumberAnswerNumber(t.TypedDict):
    number: str
    exists: bool
    # The recipient for a send; null if the number is not on the network
    to: str | None


# What the network allows the account, as it said last; null before a phone is linked
class SessionStatusAnswerLimits(t.TypedDict):
    # How many chats the account may begin with people who have not written; null: the network has not said
    new_chats: SessionStatusAnswerLimitsNewChats | None
    # The account may not write to people who have not written
    restricted: SessionStatusAnswerLimitsRestricted | None
    # When the network was last asked; null: not yet
    checked_at: str | None


class DisconnectChannelAnswerAlsoDisconnectedItem(t.TypedDict):
    channel: Channel
    id: str


class CommentReplyAnswerPrivateMessageOk(t.TypedDict):
    ok: t.Literal[True]
    message_id: str
    conversation_id: int


class CommentReplyAnswerPrivateMessageFailed(t.TypedDict):
    ok: t.Literal[False]
    error: str
    message: str


# Whether the person accepts marketing messages
class ContactAnswerConsent(t.TypedDict):
    opted_out: bool
    # The author of the last decision; null: no decision yet
    by: t.Literal["customer", "platform", "operator"] | None
    at: str | None


class ListSectionRow(t.TypedDict):
    id: str
    title: str
    description: NotRequired[str]


# How many chats the account may begin with people who have not written; null: the network has not said
class SessionStatusAnswerLimitsNewChats(t.TypedDict):
    used: int | None
    # Null where the network gives no number
    total: int | None
    resets_at: str | None
    # The network’s word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one
    status: str


# The account may not write to people who have not written
class SessionStatusAnswerLimitsRestricted(t.TypedDict):
    # Null where the network gives no end
    until: str | None
    # The network’s word, such as WEB_COMPANION_ONLY
    kind: str | None
