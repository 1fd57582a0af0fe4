// Generated from docs/openapi.json by npm run generate.

/**
 * @description Every error answers this body.
 * @example {
 *       "ok": false,
 *       "error": "missing_to",
 *       "message": "to is required.",
 *       "doc_url": "https://parley.example/docs/errors/#missing_-and-invalid_",
 *       "request_id": "req_1"
 *     }
 */
export interface ErrorBody {
    /** @constant */
    ok: false;
    error: ErrorCode;
    /** @description For people; of a provider error the provider’s own message */
    message: string;
    /** @description Every field problem, in the order of the fields; only on field errors */
    details?: {
        field: string;
        code: string;
        message: string;
    }[];
    /** @description What the provider said; only on 502 and 504 */
    provider?: {
        /** @enum {unknown} */
        name: "graph" | "telegram" | "tiktok" | "device";
        status: number | null;
        code: number | string | null;
        /** @description Meta’s finer code, where it gave one */
        subcode?: number;
        message: string;
        trace_id?: string | null;
    };
    /** @description Where to continue; only on invalid_after of an expired position */
    oldest_after?: string;
    /** @description Seconds; on 429, 503, and 409 account_restricted whose end is known */
    retry_after?: number;
    /**
     * Format: uri
     * @description Description of the code, on this Parley
     */
    doc_url?: string;
    /** @description The same as X-Request-Id */
    request_id: string;
}
/** @description What went wrong; the list with advice is in docs/errors. Ignore codes that you do not know. */
export type ErrorCode = ("account_restricted" | "already_connected" | "bad_redirect_url" | "channel_not_allowed" | "device_error" | "graph_error" | "group_full" | "idempotency_in_progress" | "idempotency_mismatch" | "insufficient_balance" | "internal_error" | "marketing_limited" | "no_existing_conversation" | "not_connected" | "not_group_admin" | "not_scheduled" | "opted_out" | "paced" | "payload_too_large" | "plan_limit_reached" | "plan_not_eligible" | "private_message_not_supported" | "provider_timeout" | "rate_limited" | "read_not_allowed" | "service_unavailable" | "set_webhook_not_allowed" | "telegram_error" | "template_exists" | "tiktok_error" | "too_many_sessions" | "unknown_comment" | "unknown_contact" | "unknown_conversation" | "unknown_group" | "unknown_message" | "unknown_session" | "unknown_template" | "unknown_upload" | "unsupported_content" | "unsupported_media_type" | "upload_limit_reached" | "webhook_in_use") | `missing_${string}` | `invalid_${string}`;
/**
 * @description One of wd (WhatsApp on a linked phone), wa (WhatsApp Cloud API), tg (Telegram bot), fb (Messenger), ig (Instagram), tt (TikTok)
 * @enum {string}
 */
export type Channel = "wd" | "wa" | "tg" | "fb" | "ig" | "tt";
export interface TemplateRequest {
    /** @description Name of an approved template */
    name: string;
    /**
     * @description Language code such as en, ar, en_US
     * @default en
     */
    language?: string;
    /** @description Fill the body placeholders {{1}}, {{2}} … in order */
    variables?: string[];
    /** @description Full components array of the platform provider; used instead of variables */
    components?: {
        [key: string]: unknown;
    }[];
}
export interface Button {
    /** @description Comes back in interactive.id when the person presses the button */
    id?: string;
    title: string;
    /** @description The address that the button opens */
    url?: string;
}
export interface List {
    /** @description Title of the button that opens the list */
    button: string;
    sections: {
        title?: string;
        rows: {
            id: string;
            title: string;
            description?: string;
        }[];
    }[];
}
export interface Location {
    latitude: number;
    longitude: number;
    name?: string;
    address?: string;
}
export interface Contact {
    name: string;
    phones?: string[];
    emails?: string[];
    organization?: string;
}
export interface Poll {
    question: string;
    options: string[];
    /**
     * @description Whether a person may choose several options
     * @default false
     */
    multiple?: boolean;
}
export interface Post {
    /** @description The platform’s id of a post of the sending account, as comments name it in post_id */
    id: string;
}
export interface TemplateHeader {
    /** @enum {string} */
    type: "text" | "image" | "video" | "document" | "location";
    /** @description With at most one placeholder */
    text?: string;
    /** @description A value for the placeholder of the text */
    example?: string;
    /** @description Public HTTPS URL of a sample: jpg or png, mp4, or pdf */
    media_url?: string;
    /** @description An uploaded file as the sample */
    upload_id?: string;
}
export interface TemplateBody {
    /** @description With placeholders {{1}}, {{2}} …, or names such as {{first_name}} */
    text: string;
    /** @description A value for each placeholder, by its number or name */
    examples?: {
        [key: string]: string;
    };
}
export type TemplateButton = {
    /** @constant */
    type: "quick_reply";
    title: string;
} | {
    /** @constant */
    type: "url";
    title: string;
    url: string;
    /** @description The address with a value for its placeholder */
    example?: string;
} | {
    /** @constant */
    type: "phone_number";
    title: string;
    phone_number: string;
} | {
    /** @constant */
    type: "copy_code";
    /** @description Only for AUTHENTICATION */
    title?: string;
    /** @description A code; left out for AUTHENTICATION */
    example?: string;
};
export interface GroupSettingsChange {
    /** @description Only admins write */
    only_admins_send?: boolean;
    /** @description Only admins change subject, description and settings */
    only_admins_edit?: boolean;
    /** @description Every member may add people */
    members_add?: boolean;
    /** @description An admin approves each person who joins */
    approve_joins?: boolean;
    /** @description Seconds after which messages disappear: one of 0, 86400, 604800, 7776000; 0: never */
    disappearing_s?: number;
}
/**
 * @description One of fb, ig, tt
 * @enum {string}
 */
export type CommentPlatform = "fb" | "ig" | "tt";
/** @enum {string} */
export type EventType = "message.received" | "message.sent" | "message.status" | "message.reaction" | "comment.received" | "channel.connected" | "channel.disconnected" | "message.updated" | "message.deleted" | "contact.typing" | "contact.opt_out" | "contact.referral" | "group.updated" | "call.received" | "template.status" | "channel.health" | "comment.updated" | "comment.deleted" | "conversation.control" | "group.join_request";
export interface MessageReceivedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.received";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageReceived;
}
export interface MessageReceived {
    channel: Channel;
    conversation_id: number;
    message_id: number;
    from: string;
    account: Account;
    text: string;
    attachments: Attachment[];
    whatsapp_group?: WhatsappGroup;
    /** Format: date-time */
    received_at: string;
    /** Format: date-time */
    reply_until: string | null;
    provider_message_id: string;
    sender: {
        /** @description tg groups: the person; wa: the business-scoped id beside a known number */
        id?: string;
        name: string | null;
        username: string | null;
        phone: string | null;
    };
    /** @description tg groups and channels: group, supergroup or channel, and its title */
    chat?: {
        type: string;
        title: string | null;
    };
    reply_to: string | null;
    /** @description tg: the part of that message that was quoted */
    quote?: string;
    interactive?: Interactive;
    /** @description The ad, post or link that the person came from */
    referral?: Referral;
    poll_answer?: PollAnswer;
    /** @constant */
    forwarded?: true;
    /**
     * @description The file may be seen once, and is not stored
     * @constant
     */
    view_once?: true;
    /** @description Addresses of the mentioned people */
    mentions?: string[];
    order?: Order;
    product?: Product;
    /**
     * @description fb, ig, wa: another app has the thread and answers in it
     * @constant
     */
    standby?: true;
}
export interface Account {
    id: string;
    number: string | null;
    label: string | null;
}
export interface Attachment {
    id: string;
    /** @enum {string} */
    type: "image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "contact" | "unsupported";
    /** @description Signed HTTPS address at Parley, valid 7 days */
    url: string | null;
    mime_type: string | null;
    filename: string | null;
    /** @description Bytes */
    size: number | null;
    payload: {
        [key: string]: JsonValue;
    } | null;
}
export interface WhatsappGroup {
    /** @constant */
    is_group: true;
    group_jid: string;
    participant: string;
    participant_name: string | null;
}
export interface Interactive {
    /** @enum {string} */
    type: "button" | "list" | "quick_reply" | "postback" | "flow";
    /** @description The id that the sender gave the button, row or form */
    id: string | null;
    /** @description The text that the person saw */
    title: string | null;
    /** @description The fields of a form, or a row’s description */
    data: {
        [key: string]: JsonValue;
    } | null;
}
export interface Referral {
    /** @enum {string} */
    source: "ad" | "post" | "link";
    /** @description Of the ad or post */
    source_id: string | null;
    /**
     * Format: uri
     * @description Of the ad or post; http or https
     */
    url: string | null;
    headline: string | null;
    body: string | null;
    /**
     * Format: uri
     * @description Picture or video of the ad, at the platform
     */
    media_url: string | null;
    /** @description wa: click id of the ad */
    ctwa_clid: string | null;
    /** @description The parameter of the link or ad */
    ref: string | null;
}
export interface PollAnswer {
    /** @description Empty: the person withdrew the vote */
    options: {
        /** @description Position in the poll, from 0 */
        index: number | null;
        title: string | null;
    }[];
}
export interface Order {
    catalog_id: string | null;
    items: {
        product_id: string;
        quantity: number | null;
        /** @description The price of one piece */
        price: number | null;
        currency: string | null;
    }[];
}
export interface Product {
    product_id: string;
    catalog_id: string | null;
}
export interface MessageSentEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.sent";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageSent;
}
export interface MessageSent {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    to: string;
    account: Account;
    text: string;
    attachments: Attachment[];
    /** @enum {string} */
    origin: "api" | "bot" | "dashboard" | "phone";
    template: {
        name: string;
        language: string;
        variables?: string[];
        components?: JsonValue[];
    } | null;
    provider_message_id: string | null;
    /** Format: date-time */
    sent_at: string;
    /**
     * @description wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
     * @constant
     */
    held?: true;
    whatsapp_group?: WhatsappGroup;
    /**
     * @description fb, ig, wa: another app has the thread and answers in it
     * @constant
     */
    standby?: true;
    /** @description The quoted message */
    reply_to?: string;
    mentions?: string[];
    /** @description Reply or link buttons under the message */
    buttons?: Button[];
    /** @description Rows to choose from, below message */
    list?: List;
    location?: Location;
    contacts?: Contact[];
    poll?: Poll;
    /** @description A post of the sending account, alone */
    post?: Post;
}
export interface MessageStatusEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.status";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageStatus;
}
export interface MessageStatus {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    to: string;
    account: Account;
    /** @enum {string} */
    status: "sent" | "delivered" | "read" | "failed";
    /** Format: date-time */
    at: string;
    error: MessageError | null;
    provider_message_id: string | null;
    whatsapp_group?: WhatsappGroup;
    /** @description wa: the price that Meta charges for it */
    pricing?: Pricing;
}
export interface MessageError {
    code: string;
    message: string;
    provider_code: number | string | null;
    /** @description Meta’s finer code, where it gave one */
    provider_subcode?: number;
}
export interface Pricing {
    category: string | null;
    billable: boolean | null;
    model: string | null;
    /** @description Such as regular or free_customer_service; null if Meta does not report it */
    type?: string | null;
}
export interface MessageReactionEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.reaction";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageReaction;
}
export interface MessageReaction {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    from: string;
    account: Account;
    /** @description For a removal, the removed emoji; null if the reaction is an image (tt) */
    emoji: string | null;
    /**
     * Format: uri
     * @description Address of the image at the platform, which serves it for 30 days (tt); absent if there is an emoji
     */
    emoji_url?: string;
    /** @enum {string} */
    action: "added" | "removed";
    /** Format: date-time */
    at: string;
    provider_message_id: string | null;
    whatsapp_group?: WhatsappGroup;
}
export interface CommentReceivedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "comment.received";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: CommentReceived;
}
export interface CommentReceived {
    platform: CommentPlatform;
    comment_id: string;
    post_id: string;
    parent_id: string | null;
    text: string;
    /** @description Images and videos; absent if there are none */
    media?: CommentMedia[];
    from: {
        id: string;
        name: string;
    };
    conversation_id: number;
    account: Account;
    /** Format: date-time */
    created_at: string;
}
export interface CommentMedia {
    /** @enum {string} */
    type: "image" | "video";
    /** Format: uri */
    url: string;
}
export interface ChannelConnectedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "channel.connected";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ChannelConnected;
}
export interface ChannelConnected {
    channel: Channel;
    id: string;
    name: string;
    identifier: string | null;
    /** Format: date-time */
    connected_at: string;
    account_id?: number;
    label?: string;
}
export interface ChannelDisconnectedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "channel.disconnected";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ChannelDisconnected;
}
export interface ChannelDisconnected {
    channel: Channel;
    id: string;
    name: string;
    /** @enum {string} */
    reason: "api" | "dashboard" | "logged_out" | "token_revoked" | "replaced" | "linked_channel_removed" | "partner_removed" | "account_offboarded" | "account_deleted" | "account_disabled";
    /** @description wa: the platform’s own reason, such as PRIMARY_INACTIVITY */
    platform_reason?: string;
    /** Format: date-time */
    disconnected_at: string;
}
export interface MessageUpdatedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.updated";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageUpdated;
}
export interface MessageUpdated {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    /**
     * @description in: a message of the customer; out: one of the account
     * @enum {string}
     */
    direction: "in" | "out";
    /** @description The address that sends go to */
    peer: string;
    account: Account;
    /** @description The new text */
    text: string;
    /** Format: date-time */
    edited_at: string;
    provider_message_id: string | null;
    whatsapp_group?: WhatsappGroup;
}
export interface MessageDeletedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "message.deleted";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: MessageDeleted;
}
export interface MessageDeleted {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    /**
     * @description in: a message of the customer; out: one of the account
     * @enum {string}
     */
    direction: "in" | "out";
    /** @description The address that sends go to */
    peer: string;
    account: Account;
    /**
     * @description admin: an admin of the group deleted another person’s message
     * @enum {string}
     */
    by: "customer" | "account" | "admin";
    /** Format: date-time */
    deleted_at: string;
    provider_message_id: string | null;
    whatsapp_group?: WhatsappGroup;
}
export interface ContactTypingEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "contact.typing";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ContactTyping;
}
export interface ContactTyping {
    channel: Channel;
    conversation_id: number | null;
    /** @description The address for `to` of a send */
    from: string;
    account: Account;
    /** @enum {string} */
    state: "typing" | "recording" | "off";
    /** Format: date-time */
    at: string;
    whatsapp_group?: WhatsappGroup;
}
export interface ContactOptOutEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "contact.opt_out";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ContactOptOut;
}
export interface ContactOptOut {
    channel: Channel;
    conversation_id: number | null;
    /** @description The address for `to` of a send */
    from: string;
    account: Account;
    /** @description false: the person opted in again */
    opted_out: boolean;
    /**
     * @description customer: a stop or start word
     * @enum {string}
     */
    by: "customer" | "platform" | "operator";
    /** Format: date-time */
    at: string;
}
export interface ContactReferralEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "contact.referral";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ContactReferral;
}
export interface ContactReferral {
    channel: Channel;
    conversation_id: number | null;
    /** @description The address for `to` of a send */
    from: string;
    account: Account;
    referral: Referral;
    /** Format: date-time */
    at: string;
}
export interface GroupUpdatedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "group.updated";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: GroupUpdated;
}
export interface GroupUpdated {
    channel: Channel;
    /** @description null for a group without messages */
    conversation_id: number | null;
    account: Account;
    group_id: string;
    /** @description The new subject; null if it did not change */
    subject: string | null;
    /** @description Addresses */
    joined: string[];
    /** @description Addresses */
    left: string[];
    /** @description Addresses of members who became admins */
    promoted?: string[];
    /** @description Addresses of admins who are members again */
    demoted?: string[];
    /** @description The new description; empty if it was removed, null if it did not change */
    description?: string | null;
    /** @description The settings that changed; null if none did */
    settings?: {
        only_admins_send?: boolean;
        only_admins_edit?: boolean;
        members_add?: boolean;
        approve_joins?: boolean;
        disappearing_s?: number;
    } | null;
    /** @description Whether the invite link was replaced */
    invite_changed?: boolean;
    /** @description The person who changed it; null if the platform does not report it */
    by: string | null;
    /** Format: date-time */
    at: string;
}
export interface CallReceivedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "call.received";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: CallReceived;
}
export interface CallReceived {
    channel: Channel;
    conversation_id: number | null;
    /** @description The address for `to` of a send */
    from: string;
    account: Account;
    call_id: string;
    /** @enum {string} */
    state: "ringing" | "accepted" | "rejected" | "missed" | "ended";
    video: boolean | null;
    /** Format: date-time */
    at: string;
}
export interface TemplateStatusEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "template.status";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: TemplateStatus;
}
export interface TemplateStatus {
    /** @constant */
    channel: "wa";
    /** @description Of the WhatsApp Business Account */
    business_id: string;
    template_id: string | null;
    name: string;
    language: string;
    /** @description The platform’s name, such as APPROVED, REJECTED or PAUSED; null: unchanged */
    status: string | null;
    /** @description The reason of a rejection or pause: Meta’s code, such as INVALID_FORMAT */
    reason: string | null;
    /** @description The reason in a sentence; null if Meta gives none */
    details?: string | null;
    /** @description Meta’s recommendation; null if it gives none */
    recommendation?: string | null;
    /** @description When Meta will disable it, as Meta writes it, such as January 31, 2027 */
    disable_date?: string | null;
    /** @description GREEN, YELLOW, RED or UNKNOWN; null: unchanged */
    quality: string | null;
    /** @description Its new category; null: unchanged */
    category: string | null;
    /** @description The category that Meta announces for it; null: no announcement */
    upcoming_category?: string | null;
    /**
     * Format: date-time
     * @description When it gets that category; null if Meta does not report it
     */
    upcoming_at?: string | null;
    /** Format: date-time */
    at: string;
}
export interface ChannelHealthEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "channel.health";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ChannelHealth;
}
export interface ChannelHealth {
    channel: Channel;
    id: string;
    name: string;
    /** @description wa: GREEN, YELLOW, RED or UNKNOWN */
    quality: string | null;
    /** @description wa: how many people it may write to first in 24 hours, such as TIER_1K */
    limit: string | null;
    restrictions: {
        type: string;
        /** Format: date-time */
        until: string | null;
    }[];
    /**
     * @description offline: the platform suspends the account for a while
     * @enum {string}
     */
    state?: "online" | "offline";
    /** @description The reason why it is offline; null: it is online */
    reason?: "account_offboarded" | null;
    /** @description wa: the business account has no payment method, so that messages are not delivered */
    payment_missing?: boolean;
    /** Format: date-time */
    at: string;
}
export interface CommentUpdatedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "comment.updated";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: CommentUpdated;
}
export interface CommentUpdated {
    platform: CommentPlatform;
    comment_id: string;
    post_id: string;
    parent_id: string | null;
    conversation_id: number;
    account: Account;
    text: string;
    media?: CommentMedia[];
    from: {
        id: string;
        name: string;
    };
    /** @description Whether it is hidden from other people; null if the platform does not report it */
    hidden: boolean | null;
    /** Format: date-time */
    updated_at: string;
}
export interface CommentDeletedEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "comment.deleted";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: CommentDeleted;
}
export interface CommentDeleted {
    platform: CommentPlatform;
    comment_id: string;
    post_id: string;
    parent_id: string | null;
    conversation_id: number;
    account: Account;
    /** Format: date-time */
    deleted_at: string;
}
export interface ConversationControlEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "conversation.control";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: ConversationControl;
}
export interface ConversationControl {
    channel: Channel;
    conversation_id: number;
    /** @description The address that sends go to */
    peer: string;
    account: Account;
    /**
     * @description Who may answer now
     * @enum {string}
     */
    state: "ours" | "theirs" | "idle";
    /**
     * @description message: a message came to this app or to another one; requested: another app asks for the thread
     * @enum {string}
     */
    reason: "message" | "passed" | "taken" | "requested" | "released";
    /** @description wa: role of the app that has the thread now, such as escalation or ai_agent */
    role: string | null;
    /** @description wa: role of the app that had it */
    previous_role: string | null;
    /** @description fb, ig: the app that has the thread now, or asks for it */
    app_id: string | null;
    /** @description fb, ig: the app that had it */
    previous_app_id: string | null;
    /** @description The note of the app that handed over */
    metadata: string | null;
    /** @description wa: summary of the conversation so far */
    summary: string | null;
    /** Format: date-time */
    at: string;
}
export interface GroupJoinRequestEvent {
    /** @description The same on every attempt */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    event: "group.join_request";
    instance_id: string;
    /**
     * Format: date-time
     * @description When it happened
     */
    created_at: string;
    data: GroupJoinRequest;
}
export interface GroupJoinRequest {
    channel: Channel;
    /** @description null for a group without messages */
    conversation_id: number | null;
    account: Account;
    group_id: string;
    /** @description The address of the person who asks */
    person: string;
    /**
     * @description An approved person is in joined of group.updated
     * @enum {string}
     */
    state: "requested" | "withdrawn" | "rejected";
    /** @description The network’s name: invite_link, linked_group_join, non_admin_add */
    method: string | null;
    /** @description The admin who rejected it; else the person */
    by: string | null;
    /** Format: date-time */
    at: string;
}
export interface Message {
    channel: Channel;
    conversation_id: number;
    message_id: string;
    to: string;
    account: Account;
    text: string;
    attachments: Attachment[];
    /** @enum {string} */
    origin: "api" | "bot" | "dashboard" | "phone";
    template: {
        name: string;
        language: string;
        variables?: string[];
        components?: JsonValue[];
    } | null;
    provider_message_id: string | null;
    /** Format: date-time */
    sent_at: string | null;
    /**
     * @description wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
     * @constant
     */
    held?: true;
    whatsapp_group?: WhatsappGroup;
    /**
     * @description fb, ig, wa: another app has the thread and answers in it
     * @constant
     */
    standby?: true;
    /** @description The quoted message */
    reply_to?: string;
    mentions?: string[];
    /** @description Reply or link buttons under the message */
    buttons?: Button[];
    /** @description Rows to choose from, below message */
    list?: List;
    location?: Location;
    contacts?: Contact[];
    poll?: PollOutput;
    /** @description A post of the sending account, alone */
    post?: Post;
    /** @constant */
    ok: true;
    /** @enum {string} */
    status: "scheduled" | "sending" | "unknown" | "sent" | "delivered" | "read" | "failed";
    error: MessageError | null;
    /**
     * Format: date-time
     * @description While it is scheduled: the time when it is sent
     */
    send_at?: string;
    history: {
        status: string;
        /** Format: date-time */
        at: string;
    }[];
}
export interface Template {
    name: string;
    language: string;
    status: string;
    category: string;
    /** @description The category that Meta will give it; null: unchanged */
    correct_category?: string | null;
    /**
     * Format: date-time
     * @description When it gets that category, as Meta announced; null: Meta did not say
     */
    category_changes_at?: string | null;
    body: string;
    /** @description Number of distinct placeholders of the body */
    variables: number;
    id: string | null;
    /** @description GREEN, YELLOW, RED or UNKNOWN */
    quality: string | null;
    /** @description As Meta names it, such as INVALID_FORMAT; null: not rejected */
    rejected_reason: string | null;
    /** @description As Meta lists them; null if the list would be too large */
    components: {
        [key: string]: JsonValue;
    }[] | null;
}
export interface ConnectedChannel {
    channel: Channel;
    id: string;
    name: string;
    /** @description Readable number; present for wd entries and for wa */
    identifier?: string;
    status: string;
}
export interface AccountCapabilities {
    channel: Channel;
    id: string;
    label: string;
    capabilities: {
        files: ("image" | "video" | "audio" | "document" | "voice" | "sticker")[];
        /** @description The most reply buttons of a message; 0: none */
        reply_buttons: number;
        /** @description The most buttons that open an address */
        url_buttons: number;
        mixed_buttons: boolean;
        list: boolean;
        location: boolean;
        contacts: boolean;
        poll: boolean;
        post: boolean;
        reply_to: boolean;
        mentions: boolean;
        /**
         * @description Link previews: chosen by each message, or always as the channel does it
         * @enum {string}
         */
        preview: "chosen" | "never" | "always";
        human_agent: boolean;
        react: boolean;
        edit: boolean;
        delete: boolean;
        mark_read: boolean;
        typing: ("typing" | "recording" | "off")[];
        check_number: boolean;
        reject_call: boolean;
    };
    /** @description Lengths of a message */
    limits: {
        /** @description Longest text */
        text: number;
        /** @description Longest text below a file; null: the text follows as a separate message */
        caption: number | null;
        /** @enum {string} */
        unit: "characters" | "bytes";
    };
}
/** @enum {string} */
export type SessionStatus = "created" | "connecting" | "awaiting_pairing" | "connected" | "reconnecting" | "logged_out" | "expired" | "failed" | "deleted";
export interface GroupSummary {
    group_id: string;
    subject: string;
    /** @description Number of members */
    size: number;
    /** @description The role of the linked phone; null if the network does not say */
    role: ("owner" | "admin" | "member") | null;
    settings: GroupSettings;
    /** Format: date-time */
    created_at: string | null;
}
export interface GroupSettings {
    /** @description Only admins write */
    only_admins_send: boolean;
    /** @description Only admins change subject, description and settings */
    only_admins_edit: boolean;
    /** @description Every member may add people */
    members_add: boolean;
    /** @description An admin approves each person who joins */
    approve_joins: boolean;
    /** @description Seconds after which messages disappear; 0: never */
    disappearing_s: number;
}
export interface Group {
    group_id: string;
    subject: string;
    /** @description Number of members */
    size: number;
    /** @description The role of the linked phone; null if the network does not say */
    role: ("owner" | "admin" | "member") | null;
    settings: GroupSettings;
    /** Format: date-time */
    created_at: string | null;
    description: string | null;
    /** @description Address of the person who created it */
    owner: string | null;
    members: GroupMember[];
}
export interface GroupMember {
    /** @description The number, or the hidden id where the number is unknown */
    address: string;
    /** @description The hidden id; null if it is unknown */
    lid: string | null;
    /** @enum {string} */
    role: "owner" | "admin" | "member";
}
export interface GroupPersonResult {
    address: string;
    ok: boolean;
    error: ("only_contacts_may_add" | "not_on_network" | "left_recently" | "already_member" | "blocked" | "group_full" | "not_found" | "refused") | null;
    /** @description The reason, and what helps; null if it was done */
    message: string | null;
}
export interface GroupRequest {
    address: string;
    /** Format: date-time */
    requested_at: string | null;
    /** @description The network’s name: invite_link, linked_group_join, non_admin_add */
    method: string | null;
}
export interface ProfilePicture {
    /** @description image/jpeg */
    mime_type: string;
    /** @description Base64 */
    data: string;
}
export interface BlockedPerson {
    /** @description The number, or the hidden id where the number is unknown */
    address: string;
    /** @description The hidden id; null if it is unknown */
    lid: string | null;
}
export interface Comment {
    platform: CommentPlatform;
    comment_id: string;
    post_id: string;
    parent_id: string | null;
    text: string;
    /** @description Images and videos; absent if there are none */
    media?: CommentMedia[];
    from: {
        id: string;
        name: string;
    };
    conversation_id: number;
    account: Account;
    /** Format: date-time */
    created_at: string;
    replied: boolean;
}
export interface ReadConversation {
    conversation_id: number;
    /**
     * @description A person’s comments form a separate conversation
     * @enum {string}
     */
    kind: "messages" | "comments";
    channel: Channel;
    account: Account;
    /** @description The `to` of a send */
    peer: string;
    contact_id: number;
    name: string | null;
    /** @enum {string} */
    status: "open" | "resolved" | "archived";
    is_snoozed: boolean;
    /** @description Messages of the customer that no member has read or answered */
    unread: number;
    /** @description Whether it is open and its last message is the customer’s */
    waiting: boolean;
    /** @description Titles */
    labels: string[];
    /**
     * Format: date-time
     * @description The end of the time in which a text may be sent; null if the channel has no window, or it is closed
     */
    reply_until: string | null;
    last_message: {
        /** @enum {string} */
        direction: "in" | "out";
        /** @description At most 140 characters of it; empty once it was deleted */
        text: string;
        /** @description Without a text: kind of its file or other content; else null */
        kind: ("image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "contact" | "unsupported" | "buttons" | "list" | "contacts" | "poll" | "post" | "template") | null;
        status: string;
        /** Format: date-time */
        at: string;
    } | null;
    /** Format: date-time */
    last_activity_at: string;
    /** Format: date-time */
    created_at: string;
    /** @description wa, fb, ig: the app that may answer, where several share the account */
    thread_owner?: ThreadOwner;
    /** @description The last hand-over of the thread; absent if there was none */
    handover?: Handover;
}
/** @enum {string} */
export type ThreadOwner = "ours" | "theirs" | "idle" | "unshared";
export interface Handover {
    /**
     * @description message: a message came to this app or to another one; requested: another app asks for the thread
     * @enum {string}
     */
    reason: "message" | "passed" | "taken" | "requested" | "released";
    /** @description wa: role of the app that has the thread now, such as escalation or ai_agent */
    role: string | null;
    /** @description wa: role of the app that had it */
    previous_role: string | null;
    /** @description fb, ig: the app that has the thread now, or asks for it */
    app_id: string | null;
    /** @description fb, ig: the app that had it */
    previous_app_id: string | null;
    /** @description The note of the app that handed over */
    metadata: string | null;
    /** @description wa: summary of the conversation so far */
    summary: string | null;
    /** Format: date-time */
    at: string;
}
export interface ReadMessage {
    message_id: string;
    /** @enum {string} */
    direction: "in" | "out";
    /** @enum {string} */
    origin: "customer" | "api" | "bot" | "dashboard" | "phone";
    /** @description Of a received message: the peer, or in a group its author; else `account.id` */
    from: string;
    to: string;
    status: string;
    /** @description Empty once it was deleted */
    text: string;
    attachments: Attachment[];
    /** @description Of a sent message: buttons, list, location, contacts or poll */
    content: {
        /** @description Reply or link buttons under the message */
        buttons?: Button[];
        /** @description Rows to choose from, below message */
        list?: List;
        location?: Location;
        contacts?: Contact[];
        poll?: PollOutput;
        /** @description A post of the sending account, alone */
        post?: Post;
    } | null;
    /** @description Of a received message: what the person chose */
    interactive: Interactive | null;
    template: {
        name: string;
        language: string;
        variables?: string[];
        components?: JsonValue[];
    } | null;
    reply_to: string | null;
    /** @description The current ones, oldest first */
    reactions: {
        from: string;
        /** @description Null if the reaction is an image */
        emoji: string | null;
        /** @description Address of the image at the platform (tt) */
        emoji_url?: string;
    }[];
    /** @description The reason why it failed */
    error: MessageError | null;
    /**
     * @description wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
     * @constant
     */
    held?: true;
    /**
     * Format: date-time
     * @description While it is scheduled: the time when it is sent
     */
    send_at?: string;
    /** Format: date-time */
    at: string;
    /** Format: date-time */
    edited_at: string | null;
    /** Format: date-time */
    deleted_at: string | null;
    /**
     * @description fb, ig, wa: another app had the thread
     * @constant
     */
    standby?: true;
}
export interface SearchResult {
    /** @enum {string} */
    kind: "person" | "message";
    channel: Channel;
    /** @description Of a person: the newest one; null for people who only commented */
    conversation_id: number | null;
    /** @description The person, or the person of the message’s conversation */
    name: string | null;
    /**
     * Format: date-time
     * @description Of a message: when it was sent; of a person: the newest message with them
     */
    at: string | null;
    person: {
        contact_id: number;
        username: string | null;
        /** @description 5 at most */
        addresses: string[];
    } | null;
    message: {
        message_id: string;
        /** @enum {string} */
        direction: "in" | "out";
        /** @enum {string} */
        origin: "customer" | "api" | "bot" | "dashboard" | "phone";
        status: string;
        /** @description The `to` of a send */
        peer: string;
        /** @description The text around the first word that was found; empty once the message was deleted */
        snippet: string;
    } | null;
}
/** @description Any event; `event` is the discriminator */
export type Event = MessageReceivedEvent | MessageSentEvent | MessageStatusEvent | MessageReactionEvent | CommentReceivedEvent | ChannelConnectedEvent | ChannelDisconnectedEvent | MessageUpdatedEvent | MessageDeletedEvent | ContactTypingEvent | ContactOptOutEvent | ContactReferralEvent | GroupUpdatedEvent | CallReceivedEvent | TemplateStatusEvent | ChannelHealthEvent | CommentUpdatedEvent | CommentDeletedEvent | ConversationControlEvent | GroupJoinRequestEvent;
export interface KeyWebhook {
    /** @constant */
    ok: true;
    url: string | null;
    events: EventType[];
    /** @enum {string} */
    status: "none" | "active" | "paused";
    reason: ("operator" | "gone" | "failing") | null;
    /** @description A new secret; only in the response to the call that sets the address */
    webhook_secret?: string;
}
export interface PollOutput {
    question: string;
    options: string[];
    /**
     * @description Whether a person may choose several options
     * @default false
     */
    multiple: boolean;
}
export interface StatusAnswer {
    /** @constant */
    ok: true;
    instance_id: string;
    channels: Channel[];
    /** @description Current credit */
    balance: number;
}
export interface SendRequest {
    channel: Channel;
    /** @description Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others) */
    to: string;
    /** @description UTF-8 text; required unless there is a file or another content */
    message?: string;
    /** @description Public HTTPS URL of a file; message is its caption, and optional */
    media_url?: string;
    /** @description Hint: image, video, audio, voice, sticker, document or a MIME type */
    media_type?: string;
    /** @description Name of a document, as the recipient sees it */
    filename?: string;
    /** @description Template send (channel wa only) */
    template?: TemplateRequest;
    /** @description Reply or link buttons under the message */
    buttons?: Button[];
    /** @description Rows to choose from, below message */
    list?: List;
    location?: Location;
    contacts?: Contact[];
    poll?: Poll;
    /** @description A post of the sending account, alone */
    post?: Post;
    /** @description message_id of the quoted message, from the same conversation */
    reply_to?: string;
    /** @description wd groups: numbers that the text mentions */
    mentions?: string[];
    /** @description Whether links get a preview; a choice on wa and tg only */
    preview?: boolean;
    /**
     * @description fb, ig: a person may answer within 7 days instead of 24 hours
     * @constant
     */
    tag?: "human_agent";
    /**
     * @description text: content that the channel cannot carry is sent as lines of text
     * @enum {string}
     */
    fallback?: "none" | "text";
    /**
     * Format: date-time
     * @description The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z
     */
    send_at?: string;
    /** @description A file that this key uploaded, in place of media_url */
    upload_id?: string;
    /** @description The sending account: its id, number or label. Default: the account of the newest conversation with the recipient, else the first */
    from?: string;
}
export interface SendAnswer {
    /** @constant */
    ok: true;
    message_id: string;
    channel: Channel;
    to: string;
    /** @description Template sends: the conversation that the reply will carry */
    conversation_id?: number;
    template?: string;
    language?: string;
    /** @constant */
    delivery?: "sent";
    /**
     * @description wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
     * @constant
     */
    held?: true;
    /**
     * @description Set when the content was sent as lines of text
     * @constant
     */
    fallback?: true;
    /**
     * @description Set when the message is sent later; the response is 202
     * @constant
     */
    status?: "scheduled";
    /**
     * Format: date-time
     * @description When a scheduled message is sent
     */
    send_at?: string;
}
export interface UploadRequest {
    /** @description The bytes in base64, also as a data: URL; at most 16 MiB */
    data: string;
    /** @description Name of the file, as the recipient sees it; it does not affect the type */
    name?: string;
}
export interface UploadAnswer {
    /** @constant */
    ok: true;
    upload_id: string;
    name: string;
    /**
     * @description Detected from the content
     * @enum {string}
     */
    type: "image" | "video" | "audio" | "document";
    mime_type: string;
    /** @description Bytes */
    size: number;
    /**
     * Format: date-time
     * @description The end of the time in which it can be sent
     */
    expires_at: string;
}
export interface CancelSendRequest {
    channel: Channel;
    message_id: string;
}
export interface CancelSendAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    message_id: string;
    /** @constant */
    status: "cancelled";
}
export interface ReactRequest {
    channel: Channel;
    /** @description A message of either direction */
    message_id: string | number;
    /** @description One emoji, which replaces an earlier one; null removes the reaction */
    emoji: string | null;
}
export interface ReactAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    message_id: string;
    emoji: string | null;
}
export interface EditMessageRequest {
    channel: Channel;
    /** @description A message that the account sent */
    message_id: string | number;
    /** @description The new text */
    message: string;
}
export interface EditMessageAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    message_id: string;
    message: string;
    /** Format: date-time */
    edited_at: string;
}
export interface DeleteMessageRequest {
    channel: Channel;
    /** @description A message that the account sent */
    message_id: string | number;
}
export interface DeleteMessageAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    message_id: string;
    /** Format: date-time */
    deleted_at: string;
}
export interface MarkReadRequest {
    channel: Channel;
    /** @description A message that a person sent */
    message_id: string | number;
}
export interface MarkReadAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    message_id: string;
}
export interface TypingRequest {
    channel: Channel;
    /** @description Recipient, as in a send; the account has a conversation with them */
    to: string;
    /** @description The account that shows it: its id, number or label. Default: the account of the newest conversation with the recipient */
    from?: string;
    /**
     * @description One of typing, recording, off
     * @default typing
     * @enum {string}
     */
    state?: "typing" | "recording" | "off";
}
export interface TypingAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    to: string;
    /** @enum {string} */
    state: "typing" | "recording" | "off";
}
export interface CheckNumberRequest {
    channel: Channel;
    /** @description One number, or a list of at most 50 */
    numbers: string | string[];
    /** @description The account that looks them up: its id, number or label. Default: the first of the channel */
    from?: string;
}
export interface CheckNumberAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    numbers: {
        number: string;
        exists: boolean;
        /** @description The recipient for a send; null if the number is not on the network */
        to: string | null;
    }[];
}
export interface RejectCallRequest {
    channel: Channel;
    /** @description call_id of call.received */
    call_id: string;
    /** @description The called account: its id, number or label. Default: the first of the channel */
    from?: string;
}
export interface RejectCallAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    call_id: string;
}
export interface TakeThreadRequest {
    channel: Channel;
    /** @description The person, as in a send; the account has a conversation with them */
    to: string;
    /** @description The account: its id, number or label. Default: the account of the newest conversation with the person */
    from?: string;
    /** @description A note for the other app */
    metadata?: string;
}
export interface TakeThreadAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    to: string;
    /**
     * @description The owner from now on
     * @enum {string}
     */
    thread_owner: "ours" | "theirs" | "idle";
}
export interface PassThreadRequest {
    channel: Channel;
    /** @description The person, as in a send; the account has a conversation with them */
    to: string;
    /** @description The account: its id, number or label. Default: the account of the newest conversation with the person */
    from?: string;
    /** @description wa: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); fb, ig: the id of an app (default: the inbox at Meta) */
    target?: string;
    /** @description A note for the other app */
    metadata?: string;
}
export interface PassThreadAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    to: string;
    /**
     * @description The owner from now on
     * @enum {string}
     */
    thread_owner: "ours" | "theirs" | "idle";
}
export interface ReleaseThreadRequest {
    channel: Channel;
    /** @description The person, as in a send; the account has a conversation with them */
    to: string;
    /** @description The account: its id, number or label. Default: the account of the newest conversation with the person */
    from?: string;
}
export interface ReleaseThreadAnswer {
    /** @constant */
    ok: true;
    channel: Channel;
    to: string;
    /**
     * @description The owner from now on
     * @enum {string}
     */
    thread_owner: "ours" | "theirs" | "idle";
}
export interface TemplatesAnswer {
    /** @constant */
    ok: true;
    count: number;
    templates: Template[];
}
export interface CreateTemplateRequest {
    /** @constant */
    channel: "wa";
    /** @description Which of the account’s numbers: id, number or label */
    from?: string;
    name: string;
    /** @enum {string} */
    category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
    language: string;
    header?: TemplateHeader;
    /** @description Required, except for AUTHENTICATION */
    body?: TemplateBody;
    footer?: string;
    buttons?: TemplateButton[];
    /** @description AUTHENTICATION: “do not share this code” */
    add_security_recommendation?: boolean;
    /** @description AUTHENTICATION */
    code_expiration_minutes?: number;
}
export interface CreateTemplateAnswer {
    /** @constant */
    ok: true;
    /** @constant */
    channel: "wa";
    id: string;
    name: string;
    language: string;
    /** @description As Meta names it: PENDING while it is reviewed */
    status: string;
    /** @description Meta may choose another one */
    category: string;
}
export interface UpdateTemplateRequest {
    /** @constant */
    channel: "wa";
    /** @description Which of the account’s numbers: id, number or label */
    from?: string;
    name: string;
    /**
     * @description Meta never changes the category of an approved template
     * @enum {string}
     */
    category?: "MARKETING" | "UTILITY" | "AUTHENTICATION";
    language: string;
    header?: TemplateHeader;
    /** @description Required, except for AUTHENTICATION */
    body?: TemplateBody;
    footer?: string;
    buttons?: TemplateButton[];
    /** @description AUTHENTICATION: “do not share this code” */
    add_security_recommendation?: boolean;
    /** @description AUTHENTICATION */
    code_expiration_minutes?: number;
}
export interface UpdateTemplateAnswer {
    /** @constant */
    ok: true;
    /** @constant */
    channel: "wa";
    id: string;
    name: string;
    language: string;
    /** @description false: the template already had this content, and Meta was not called */
    changed: boolean;
}
export interface DeleteTemplateRequest {
    /** @constant */
    channel: "wa";
    /** @description Which of the account’s numbers: id, number or label */
    from?: string;
    name: string;
    /** @description Default: every language of the name */
    language?: string;
}
export interface DeleteTemplateAnswer {
    /** @constant */
    ok: true;
    /** @constant */
    channel: "wa";
    name: string;
    language: string | null;
    /** @description Number of deleted templates; 0 when there was none */
    deleted: number;
}
export interface ChannelsAnswer {
    /** @constant */
    ok: true;
    channels: ConnectedChannel[];
    /** @description Number of connected accounts by channel code, for every channel of the key, including zeros */
    counts: {
        [key: string]: number;
    };
}
export interface CapabilitiesAnswer {
    /** @constant */
    ok: true;
    accounts: AccountCapabilities[];
}
export interface ConnectLinkAnswer {
    /** @constant */
    ok: true;
    /** @enum {string} */
    channel: "wa" | "fb" | "ig" | "tt";
    connect_url: string;
    redirect_url: string;
}
export interface ConnectTelegramRequest {
    bot_token: string;
}
export interface ConnectTelegramAnswer {
    /** @constant */
    ok: true;
    /** @constant */
    channel: "tg";
    /** @constant */
    status: "connected";
    bot_username: string;
}
export interface CreateSessionRequest {
    label: string;
    /** @description Imports the messages of the last days from the phone into the inbox, without events; default 0: none */
    history_days?: number;
    /** @description Proxy for everything between the device and WhatsApp: `http://user:password@host:port`, with http, https or socks5 */
    proxy?: string;
}
export interface CreateSessionAnswer {
    /** @constant */
    ok: true;
    /** @description Starts with wds_ */
    session_token: string;
    account_id: number;
    /** Format: date-time */
    expires_at: string;
    /** @description Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session */
    pair_url: string;
}
export interface PairCodeRequest {
    /** @description Starts with wds_ */
    session_token: string;
    /** @description Number with country code */
    phone: string;
}
export interface PairCodeAnswer {
    /** @constant */
    ok: true;
    /** @description ABCD-EFGH */
    pairing_code: string;
    /** Format: date-time */
    expires_at: string;
}
export interface SessionStatusAnswer {
    /** @constant */
    ok: true;
    account_id: number;
    label: string;
    status: SessionStatus;
    /** Format: date-time */
    since: string;
    phone: string | null;
    reason: string | null;
    /** @description The part that failed: `proxy` when the proxy of the session opened no connection; else null */
    detail?: string | null;
    /** @description The proxy without its password: `http://user:…@host:port`; null: none */
    proxy?: string | null;
    /** @description Null when the page can no longer link a phone */
    pair_url: string | null;
    /** @description What the network allows the account, as it said last; null before a phone is linked */
    limits?: {
        /** @description How many chats the account may begin with people who have not written; null: the network has not said */
        new_chats: {
            used: number | null;
            /** @description Null where the network gives no number */
            total: number | null;
            /** Format: date-time */
            resets_at: string | null;
            /** @description The network’s word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one */
            status: string;
        } | null;
        /** @description The account may not write to people who have not written */
        restricted: {
            /**
             * Format: date-time
             * @description Null where the network gives no end
             */
            until: string | null;
            /** @description The network’s word, such as WEB_COMPANION_ONLY */
            kind: string | null;
        } | null;
        /**
         * Format: date-time
         * @description When the network was last asked; null: not yet
         */
        checked_at: string | null;
    } | null;
}
export interface SessionQrAnswer {
    /** @constant */
    ok: true;
    account_id: number;
    status: SessionStatus;
    /** @description The text to encode */
    qr: string;
    /** @description data:image/png;base64,… */
    image: string;
    /** Format: date-time */
    expires_at: string;
}
export interface SetProxyRequest {
    /** @description Starts with wds_ */
    session_token?: string;
    /** @description Id as in ?action=channels */
    id?: string;
    /** @description As in create-session; null for none */
    proxy: string | null;
}
export interface SetProxyAnswer {
    /** @constant */
    ok: true;
    account_id: number;
    /** @description The proxy without its password: `http://user:…@host:port`; null: none */
    proxy: string | null;
}
export interface DeleteSessionRequest {
    /** @description Starts with wds_ */
    session_token?: string;
    /** @description Id as in ?action=channels */
    id?: string;
}
export interface DeleteSessionAnswer {
    /** @constant */
    ok: true;
    /** @constant */
    channel: "wd";
    id: string;
    /** @constant */
    status: "disconnected";
}
export interface DisconnectChannelRequest {
    /**
     * @description One of fb, ig, tg, tt
     * @enum {string}
     */
    channel: "fb" | "ig" | "tg" | "tt";
    /** @description Channel account id as in ?action=channels */
    id: string;
}
export interface DisconnectChannelAnswer {
    /** @constant */
    ok: true;
    /** @enum {string} */
    channel: "fb" | "ig" | "tg" | "tt";
    /** @constant */
    status: "disconnected";
    also_disconnected: {
        channel: Channel;
        id: string;
    }[];
}
export interface GroupsAnswer {
    /** @constant */
    ok: true;
    groups: GroupSummary[];
    next_cursor: string | null;
}
export interface GroupAnswer {
    /** @constant */
    ok: true;
    group: Group;
}
export interface CreateGroupRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description The name of the group */
    subject: string;
    description?: string;
    /**
     * @description People to add, besides the linked phone
     * @default []
     */
    participants?: string[];
}
export interface CreateGroupAnswer {
    /** @constant */
    ok: true;
    group: Group;
    /** @description One for each participant */
    results: GroupPersonResult[];
}
export interface UpdateGroupRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
    /** @description The name of the group */
    subject?: string;
    description?: string;
    /** @description Parts to remove */
    remove?: "description"[];
    settings?: GroupSettingsChange;
}
export interface UpdateGroupAnswer {
    /** @constant */
    ok: true;
    group: Group;
}
export interface GroupMembersRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
    /**
     * @description promote makes a member an admin, demote ends that
     * @enum {string}
     */
    change: "add" | "remove" | "promote" | "demote";
    /** @description Numbers or hidden ids; add takes at most 5 */
    members: string[];
}
export interface GroupMembersAnswer {
    /** @constant */
    ok: true;
    group_id: string;
    results: GroupPersonResult[];
}
export interface GroupInviteAnswer {
    /** @constant */
    ok: true;
    group_id: string;
    /** @description Whoever has it can join */
    invite_link: string;
}
export interface RevokeGroupInviteRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
}
export interface RevokeGroupInviteAnswer {
    /** @constant */
    ok: true;
    group_id: string;
    /** @description Whoever has it can join */
    invite_link: string;
}
export interface JoinGroupRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    invite: string;
}
export interface JoinGroupAnswer {
    /** @constant */
    ok: true;
    /** @description null while an admin has to approve */
    group_id: string | null;
    pending: boolean;
}
export interface GroupRequestsAnswer {
    /** @constant */
    ok: true;
    group_id: string;
    requests: GroupRequest[];
}
export interface DecideGroupRequestsRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
    /** @enum {string} */
    decision: "approve" | "reject";
    members: string[];
}
export interface DecideGroupRequestsAnswer {
    /** @constant */
    ok: true;
    group_id: string;
    results: GroupPersonResult[];
}
export interface LeaveGroupRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
}
export interface LeaveGroupAnswer {
    /** @constant */
    ok: true;
    group_id: string;
}
export interface ProfileAnswer {
    /** @constant */
    ok: true;
    /** @description The number of the linked phone */
    address: string;
    about: string | null;
    picture: ProfilePicture | null;
}
export interface UpdateProfileRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description The line below the name, at most 139 characters */
    about?: string;
    /**
     * Format: base64
     * @description A square JPEG in base64, at most 640 pixels wide and 100 KiB
     */
    picture?: string;
    /** @description Parts to remove */
    remove?: ("about" | "picture")[];
}
export interface UpdateProfileAnswer {
    /** @constant */
    ok: true;
    /** @description The number of the linked phone */
    address: string;
}
export interface ProfilePictureAnswer {
    /** @constant */
    ok: true;
    address: string;
    picture: ProfilePicture | null;
}
export interface BlockListAnswer {
    /** @constant */
    ok: true;
    blocked: BlockedPerson[];
    next_cursor: string | null;
}
export interface BlockPersonRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description The number of a person, or the hidden id */
    address: string;
}
export interface BlockPersonAnswer {
    /** @constant */
    ok: true;
    address: string;
}
export interface UnblockPersonRequest {
    /** @description The linked phone: its id, number or label. Default: the first */
    from?: string;
    /** @description The number of a person, or the hidden id */
    address: string;
}
export interface UnblockPersonAnswer {
    /** @constant */
    ok: true;
    address: string;
}
export interface CommentReplyRequest {
    comment_id: string;
    /** @description Public reply */
    message: string;
    /** @description Private reply that opens a direct-message conversation */
    private_message?: string;
}
export interface CommentReplyAnswer {
    /** @constant */
    ok: true;
    platform: CommentPlatform;
    /** @description Id of the new reply */
    comment_id: string;
    in_reply_to: string;
    post_id: string;
    private_message: ({
        /** @constant */
        ok: true;
        message_id: string;
        conversation_id: number;
    } | {
        /** @constant */
        ok: false;
        error: string;
        message: string;
    }) | null;
}
export interface CommentsAnswer {
    /** @constant */
    ok: true;
    count: number;
    comments: Comment[];
    next_cursor: string | null;
}
export interface ConversationsAnswer {
    /** @constant */
    ok: true;
    count: number;
    conversations: ReadConversation[];
    next_cursor: string | null;
}
export interface MessagesAnswer {
    /** @constant */
    ok: true;
    conversation_id: number;
    channel: Channel;
    count: number;
    messages: ReadMessage[];
    next_cursor: string | null;
}
export interface SearchAnswer {
    /** @constant */
    ok: true;
    count: number;
    results: SearchResult[];
    next_cursor: string | null;
}
export interface ContactAnswer {
    /** @constant */
    ok: true;
    contact_id: number;
    channel: Channel;
    name: string | null;
    username: string | null;
    phone: string | null;
    /** @description On this channel; each can be the `to` of a send */
    addresses: string[];
    /** @description Whether the person accepts marketing messages */
    consent: {
        opted_out: boolean;
        /** @description The author of the last decision; null: no decision yet */
        by: ("customer" | "platform" | "operator") | null;
        /** Format: date-time */
        at: string | null;
    };
    /** @description Newest activity first, 100 at most, each with its labels */
    conversations: ReadConversation[];
}
export interface EventsAnswer {
    /** @constant */
    ok: true;
    count: number;
    /** @description Each event as it is delivered to the webhook */
    events: Event[];
    /** @description The next `after`: the id of the last examined event, of this key or not; `after` if there was none */
    next_after: string | null;
    has_more: boolean;
}
export interface SetWebhookRequest {
    /** @description https address that gets the events; null for none */
    url: string | null;
    /** @description Default: unchanged */
    events?: EventType[];
    /** @description Whether to replace or remove a different address */
    replace?: boolean;
}
export type JsonValue = unknown;
export interface MessageQuery {
    message_id: string;
}
export interface TemplatesQuery {
    from?: string;
}
export interface ConnectLinkQuery {
    /**
     * @description One of wa, fb, ig, tt
     * @enum {string}
     */
    channel: "wa" | "fb" | "ig" | "tt";
    /** @description Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels */
    redirect_url: string;
    /** @enum {string} */
    via?: "facebook" | "instagram";
}
export interface SessionStatusQuery {
    session_token?: string;
    id?: string;
}
export interface SessionQrQuery {
    /** @description Starts with wds_ */
    session_token: string;
}
export interface GroupsQuery {
    from?: string;
    /** @default 100 */
    limit?: number;
    cursor?: string;
}
export interface GroupQuery {
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
}
export interface GroupInviteQuery {
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
}
export interface GroupRequestsQuery {
    from?: string;
    /** @description group_id of a group, as in group.updated; also the `to` of a send to it */
    group_id: string;
}
export interface ProfileQuery {
    from?: string;
}
export interface ProfilePictureQuery {
    from?: string;
    /** @description The number of a person, or the hidden id */
    address: string;
    /**
     * @default preview
     * @enum {string}
     */
    size?: "preview" | "full";
}
export interface BlockListQuery {
    from?: string;
    /** @default 100 */
    limit?: number;
    cursor?: string;
    address?: string;
}
export interface CommentsQuery {
    /** @description One of fb, ig, tt */
    platform: CommentPlatform;
    /** @default 20 */
    limit?: number;
    post_id?: string;
    cursor?: string;
}
export interface ConversationsQuery {
    channel?: Channel;
    account?: string;
    /** @enum {string} */
    status?: "open" | "snoozed" | "resolved" | "archived";
    unread?: boolean;
    waiting?: boolean;
    peer?: string;
    q?: string;
    /** @default 20 */
    limit?: number;
    cursor?: string;
}
export interface MessagesQuery {
    conversation_id: number;
    /** @default 20 */
    limit?: number;
    cursor?: string;
}
export interface SearchQuery {
    /** @description Word prefixes, all of which a result has; part of a number; or the id of a conversation or message */
    q: string;
    /** @enum {string} */
    kind?: "person" | "message";
    channel?: Channel;
    /** @default 20 */
    limit?: number;
    cursor?: string;
}
export interface ContactQuery {
    conversation_id?: number;
    channel?: Channel;
    address?: string;
}
export interface EventsQuery {
    after?: string;
    /** Format: date-time */
    since?: string;
    /** @enum {string} */
    order?: "oldest" | "newest";
    type?: EventType;
    channel?: Channel;
    conversation_id?: number;
    /** @default 100 */
    limit?: number;
}
