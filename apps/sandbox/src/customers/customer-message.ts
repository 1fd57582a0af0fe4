import { z } from 'zod';

/** The kinds of messages and events that a simulated customer can send. */
export const CUSTOMER_MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'animation',
  'video_note',
  'location',
  'contact',
  'button',
  'button_reply',
  'list_reply',
  'callback',
  'reaction',
  'edited',
  'revoked',
  'order',
  'poll',
  'unsupported',
  'request_welcome',
  'number_changed',
  'blocked',
  'unblocked',
  // tg only
  'poll_vote',
  'business_connection',
  // fb and ig only
  'fallback',
  'template',
  'reel',
  'post',
  'share',
  'story_mention',
  'story_reply',
  'like_heart',
  'referral',
  'ephemeral',
] as const;

/** A file of a message: a stored one (`id`), given bytes, or a small default of the right kind. */
const MediaInput = z.object({
  id: z.string().optional(),
  base64: z.string().optional(),
  mime_type: z.string().optional(),
  filename: z.string().optional(),
  /** The file size that the provider claims, in bytes. */
  size: z.int().min(0).optional(),
});
/** A parsed media input. */
export type MediaInput = z.infer<typeof MediaInput>;

/** One message of a simulated customer. */
export const CustomerMessage = z.object({
  type: z.enum(CUSTOMER_MESSAGE_TYPES).default('text'),
  /** Text, caption, button title or list title. */
  text: z.string().optional(),
  media: MediaInput.optional(),
  reply_to: z.string().optional(),
  forwarded: z.boolean().default(false),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contact: z.object({ name: z.string(), phone: z.string() }).optional(),
  /** Payload of a button, list row or callback. */
  payload: z.string().optional(),
  description: z.string().optional(),
  emoji: z.string().nullish(),
  /** The target of a reaction, edit or revocation; the poll of a vote. */
  target: z.string().optional(),
  /** tg: positions of the options that a vote chooses; empty: the vote is withdrawn. */
  options: z.array(z.int()).max(20_000).optional(),
  /** tg: the topic of a forum, by the number of its first message. */
  topic: z.int().optional(),
  /** tg: the owner of the business account writes the message themselves. */
  by_owner: z.boolean().optional(),
  /** fb, ig: how the person reached the conversation; also on a message or postback. */
  referral: z.record(z.string(), z.json()).optional(),
  /** Replaces the new id, to repeat a message. */
  provider_message_id: z.string().optional(),
  /** The time that the provider reports; default now. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** fb, ig: several attachments in one message. */
  attachments: z
    .array(z.object({ type: z.enum(CUSTOMER_MESSAGE_TYPES), media: MediaInput.optional() }))
    .min(1)
    .max(30)
    .optional(),
  /** fb: the format of a sticker: the one until 2026 (image), or the current one. */
  sticker_form: z.enum(['image', 'sticker']).optional(),
});
/** A parsed customer message. */
export type CustomerMessage = z.infer<typeof CustomerMessage>;

const sender = {
  /** wa: phone number id; tg: bot id. Default: the first account of the channel. */
  account: z.string().optional(),
  name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  /** wa: business-scoped user id. */
  user_id: z.string().optional(),
  /** wa: the person hides the number, so `from` is absent. */
  hide_number: z.boolean().optional(),
  /** tg groups: the participant who writes. */
  participant: z.object({ id: z.int(), name: z.string(), username: z.string().optional() }).optional(),
  /**
   * ig: the event as `messaging` element, or wrapped as a change; fb and ig: in `standby`, as when another app has the
   * thread.
   */
  form: z.enum(['messaging', 'changes', 'standby']).optional(),
  /** How often the provider delivers the same webhook. */
  times: z.int().min(1).max(100).default(1),
};

/** Body of POST /sandbox/customers/{channel}/{address}/messages: one message, or several in `batch`. */
export const CustomerMessages = CustomerMessage.extend(sender).extend({
  batch: z.array(CustomerMessage).min(1).max(1000).optional(),
});
/** A parsed customer request. */
export type CustomerMessages = z.infer<typeof CustomerMessages>;
