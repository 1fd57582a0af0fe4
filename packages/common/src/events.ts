import { z } from 'zod';
import { asWritten } from './casing/camel.ts';
import { Channel, CommentPlatform } from './channels.ts';
import { SCHEMA_NAMES } from './contract/schema-names.ts';
import { EVENT_TYPES, OPT_IN_RECEIPTS } from './events/event-types.ts';
import { Instant, MessageId } from './fields.ts';
import { RICH_FIELDS } from './messages/message-content.ts';
import { Pricing, RECEIVED_FIELDS } from './messages/received-content.ts';

/** A type of event that a key can subscribe to. */
export const EventType = z.enum(EVENT_TYPES).register(SCHEMA_NAMES, { id: 'EventType' });
export type EventType = z.infer<typeof EventType>;

/** A channel of {@link OPT_IN_RECEIPTS}. */
export const OptInReceipts = z.enum(OPT_IN_RECEIPTS);
export type OptInReceipts = z.infer<typeof OptInReceipts>;

/** The account's own number, bot or page (docs/reference/events.md#account). */
export const AccountRef = z
  .object({ id: z.string(), number: z.string().nullable(), label: z.string().nullable() })
  .register(SCHEMA_NAMES, { id: 'Account' });
export type AccountRef = z.infer<typeof AccountRef>;

export const ATTACHMENT_TYPES = [
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'unsupported',
] as const;

/**
 * A part of a message besides its text (docs/reference/events.md#attachments); unknown values are null. Stored with
 * messages.
 */
export const Attachment = asWritten(
  z.object({
    id: z.string(),
    type: z.enum(ATTACHMENT_TYPES),
    url: z.string().nullable().describe('Signed HTTPS address at Parley, valid 7 days'),
    mime_type: z.string().nullable(),
    filename: z.string().nullable(),
    size: z.number().nullable().describe('Bytes'),
    payload: z.record(z.string(), z.json()).nullable(),
  }),
).register(SCHEMA_NAMES, { id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

export const WhatsappGroup = z
  .object({
    is_group: z.literal(true),
    group_jid: z.string(),
    participant: z.string(),
    participant_name: z.string().nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'WhatsappGroup' });
export type WhatsappGroup = z.infer<typeof WhatsappGroup>;

export const INTERACTIVE_TYPES = ['button', 'list', 'quick_reply', 'postback', 'flow'] as const;

/**
 * A choice that a person made, with the id that the sender of the message chose (docs/reference/events.md#interactive).
 */
export const Interactive = asWritten(
  z.object({
    type: z.enum(INTERACTIVE_TYPES),
    id: z.string().nullable().describe('The id that the sender gave the button, row or form'),
    title: z.string().nullable().describe('The text that the person saw'),
    data: z.record(z.string(), z.json()).nullable().describe('The fields of a form, or a row’s description'),
  }),
).register(SCHEMA_NAMES, { id: 'Interactive' });
export type Interactive = z.infer<typeof Interactive>;

const Standby = z.literal(true).describe('fb, ig, wa: another app has the thread and answers in it');

export const MessageReceivedData = z.object({
  channel: Channel,
  conversation_id: z.int(),
  message_id: z.number().int(),
  from: z.string(),
  account: AccountRef,
  text: z.string(),
  attachments: z.array(Attachment),
  whatsapp_group: WhatsappGroup.optional(),
  received_at: Instant,
  reply_until: Instant.nullable(),
  provider_message_id: z.string(),
  sender: z.object({
    id: z.string().optional().describe('tg groups: the person; wa: the business-scoped id beside a known number'),
    name: z.string().nullable(),
    username: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  chat: z
    .object({ type: z.string(), title: z.string().nullable() })
    .optional()
    .describe('tg groups and channels: group, supergroup or channel, and its title'),
  reply_to: MessageId.nullable(),
  quote: z.string().optional().describe('tg: the part of that message that was quoted'),
  interactive: Interactive.optional(),
  ...RECEIVED_FIELDS,
  standby: Standby.optional(),
});
export type MessageReceivedData = z.infer<typeof MessageReceivedData>;

export const ORIGINS = ['api', 'bot', 'dashboard', 'phone'] as const;

/** A message that the platform holds (docs/reference/wa.md#held-templates). */
export const HELD = z
  .literal(true)
  .describe('wa: Meta holds the template to check its quality; message.status says whether it is sent or failed');

export const MessageSentData = z.object({
  channel: Channel,
  conversation_id: z.int(),
  message_id: MessageId,
  to: z.string(),
  account: AccountRef,
  text: z.string(),
  attachments: z.array(Attachment),
  origin: z.enum(ORIGINS),
  template: z
    .object({
      name: z.string(),
      language: z.string(),
      variables: z.array(z.string()).optional(),
      components: z.array(z.json()).optional(),
    })
    .nullable(),
  provider_message_id: z.string().nullable(),
  sent_at: Instant,
  held: HELD.optional(),
  whatsapp_group: WhatsappGroup.optional(),
  standby: Standby.optional(),
  reply_to: MessageId.optional().describe('The quoted message'),
  mentions: z.array(z.string()).optional(),
  ...RICH_FIELDS,
});
export type MessageSentData = z.infer<typeof MessageSentData>;

/** The reason why a message failed; stored with messages. */
export const MessageStatusError = asWritten(
  z.object({
    code: z.string(),
    message: z.string(),
    provider_code: z.union([z.number(), z.string()]).nullable(),
    provider_subcode: z.number().optional().describe('Meta’s finer code, where it gave one'),
  }),
).register(SCHEMA_NAMES, { id: 'MessageError' });

export const MessageStatusData = z.object({
  channel: Channel,
  conversation_id: z.int(),
  message_id: MessageId,
  to: z.string(),
  account: AccountRef,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  at: Instant,
  error: MessageStatusError.nullable(),
  provider_message_id: z.string().nullable(),
  whatsapp_group: WhatsappGroup.optional(),
  pricing: Pricing.optional().describe('wa: the price that Meta charges for it'),
});
export type MessageStatusData = z.infer<typeof MessageStatusData>;

export const MessageReactionData = z.object({
  channel: Channel,
  conversation_id: z.int(),
  message_id: MessageId,
  from: z.string(),
  account: AccountRef,
  emoji: z.string().nullable().describe('For a removal, the removed emoji; null if the reaction is an image (tt)'),
  emoji_url: z
    .url({ protocol: /^https?$/ })
    .max(4096)
    .optional()
    .describe('Address of the image at the platform, which serves it for 30 days (tt); absent if there is an emoji'),
  action: z.enum(['added', 'removed']),
  at: Instant,
  provider_message_id: z.string().nullable(),
  whatsapp_group: WhatsappGroup.optional(),
});
export type MessageReactionData = z.infer<typeof MessageReactionData>;

/** An image or video of a comment, at the platform (docs/reference/events.md#commentreceived). Stored with comments. */
export const CommentMedia = asWritten(
  z.object({ type: z.enum(['image', 'video']), url: z.url({ protocol: /^https?$/ }).max(4096) }),
).register(SCHEMA_NAMES, { id: 'CommentMedia' });
export type CommentMedia = z.infer<typeof CommentMedia>;
/** Further images of a comment are dropped. */
export const COMMENT_MEDIA_MAX = 10;

export const CommentReceivedData = z.object({
  platform: CommentPlatform,
  comment_id: z.string(),
  post_id: z.string(),
  parent_id: z.string().nullable(),
  text: z.string(),
  media: z.array(CommentMedia).optional().describe('Images and videos; absent if there are none'),
  from: z.object({ id: z.string(), name: z.string() }),
  conversation_id: z.int(),
  account: AccountRef,
  created_at: Instant,
});

export const ChannelConnectedData = z.object({
  channel: Channel,
  id: z.string(),
  name: z.string(),
  identifier: z.string().nullable(),
  connected_at: Instant,
  account_id: z.int().optional(),
  label: z.string().optional(),
});
export type ChannelConnectedData = z.infer<typeof ChannelConnectedData>;

export const DISCONNECT_REASONS = [
  'api',
  'dashboard',
  'logged_out',
  'token_revoked',
  'replaced',
  'linked_channel_removed',
  'partner_removed',
  'account_offboarded',
  'account_deleted',
  'account_disabled',
] as const;
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number];
/** Reasons for which Meta ends a WhatsApp Business Account, or this deployment's access to it. */
export const BUSINESS_GONE_REASONS = [
  'partner_removed',
  'account_offboarded',
  'account_deleted',
  'account_disabled',
] as const satisfies readonly DisconnectReason[];
/** Unintended losses: the account is listed for a while, so that someone reconnects it. */
export const LOST_REASONS = [
  'logged_out',
  'token_revoked',
  'replaced',
  ...BUSINESS_GONE_REASONS,
] as const satisfies readonly DisconnectReason[];

export const ChannelDisconnectedData = z.object({
  channel: Channel,
  id: z.string(),
  name: z.string(),
  reason: z.enum(DISCONNECT_REASONS),
  platform_reason: z
    .string()
    .regex(/^[A-Z0-9_]{1,64}$/)
    .optional()
    .describe('wa: the platform’s own reason, such as PRIMARY_INACTIVITY'),
  disconnected_at: Instant,
});
export type ChannelDisconnectedData = z.infer<typeof ChannelDisconnectedData>;

/** The body of a webhook (docs/reference/events.md#envelope). */
export const Envelope = asWritten(
  z.object({
    id: z.string(),
    event: z.string(),
    instance_id: z.string(),
    created_at: Instant,
    data: z.record(z.string(), z.json()),
  }),
).register(SCHEMA_NAMES, { id: 'Event' });
