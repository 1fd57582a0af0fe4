import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PageChannel } from '../../state/page.ts';
import { badParameter } from '../graph-error.ts';
import { metaError } from './meta-error.ts';

const Attachment = z.object({
  type: z.string(),
  payload: z
    .object({ url: z.string().optional(), is_reusable: z.boolean().optional(), attachment_id: z.string().optional() })
    .loose()
    .optional(),
});
const Message = z
  .object({
    text: z.string().optional(),
    attachment: Attachment.optional(),
    attachments: z.array(Attachment).optional(),
    metadata: z.string().max(1000).optional(),
    quick_replies: z
      .array(z.object({ content_type: z.string() }).loose())
      .max(13)
      .optional(),
    reply_to: z.object({ mid: z.string() }).optional(),
  })
  .loose();
const Recipient = z.union([z.object({ id: z.string().min(1) }), z.object({ comment_id: z.string().min(1) })]);
const Send = z.object({
  recipient: Recipient,
  message: Message.optional(),
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']).optional(),
  /** The other tags ended on 27 April 2026. */
  tag: z.literal('HUMAN_AGENT').optional(),
  sender_action: z.enum(['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']).optional(),
  payload: z.object({ message_id: z.string().min(1), reaction: z.string().min(1).optional() }).optional(),
});
/** The validated body of POST /{page-id}/messages. */
export type PageSendBody = z.infer<typeof Send>;

const MEDIA_TYPES = ['image', 'video', 'audio', 'file', 'template'];
const INSTAGRAM_TYPES = [...MEDIA_TYPES, 'media_share', 'like_heart'];
const MAX_TEXT_CHARACTERS = 2000;
const MAX_TEXT_BYTES = 1000;

/** Reads the body of a send: the recipient first, because it determines the channel. Fields may be JSON in strings. */
export function readPageSend(parameters: Record<string, unknown>): PageSendBody | { refusal: ProviderAnswer } {
  const fields = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, unwrap(name, value)]));
  const parsed = Send.safeParse(fields);
  if (parsed.success) {
    const { message, sender_action } = parsed.data;
    return message || sender_action ? parsed.data : { refusal: badParameter('The parameter message is required') };
  }
  const field = String(parsed.error.issues[0]?.path[0] ?? 'recipient');
  if (fields[field] === undefined) return { refusal: badParameter(`The parameter ${field} is required`) };
  return { refusal: badParameter(`Param ${parsed.error.issues[0]?.path.join('.') ?? field} is not valid`) };
}

/** Meta's refusal of the content of a message; null if it is valid. */
export function refuseContent(
  channel: PageChannel,
  message: NonNullable<PageSendBody['message']>,
): ProviderAnswer | null {
  const attachments = attachmentList(message);
  const { text } = message;
  if (text !== undefined && attachments.length > 0) {
    return badParameter('Only one of the text or attachment parameters may be specified');
  }
  if (text === undefined && attachments.length === 0) {
    return channel === 'ig'
      ? metaError(100, { subcode: 2_534_015 })
      : badParameter('Message cannot be empty, must provide valid attachment or text');
  }
  return (text === undefined ? null : refuseText(channel, text)) ?? refuseAttachments(channel, attachments);
}

/** Every attachment of a message. */
export function attachmentList(message: NonNullable<PageSendBody['message']>): z.infer<typeof Attachment>[] {
  return message.attachments ?? (message.attachment ? [message.attachment] : []);
}

function refuseText(channel: PageChannel, text: string): ProviderAnswer | null {
  if (text.trim() === '') return badParameter('Param message[text] must be a non-empty UTF-8 encoded string');
  if (channel === 'fb' && [...text].length > MAX_TEXT_CHARACTERS) {
    return badParameter(`Length of param message[text] must be less than or equal to ${MAX_TEXT_CHARACTERS}`);
  }
  if (channel === 'ig' && Buffer.byteLength(text) > MAX_TEXT_BYTES) {
    return badParameter(`Length of param message[text] must be less than or equal to ${MAX_TEXT_BYTES}`);
  }
  return null;
}

function refuseAttachments(channel: PageChannel, attachments: z.infer<typeof Attachment>[]): ProviderAnswer | null {
  if (attachments.length > 1 && attachments.some(({ type }) => type !== 'image')) {
    return badParameter('Only images may be sent together');
  }
  const known = channel === 'fb' ? MEDIA_TYPES : INSTAGRAM_TYPES;
  for (const { type, payload } of attachments) {
    if (!known.includes(type.toLowerCase())) return badParameter(`Invalid attachment type ${type}`);
    if (!['image', 'video', 'audio', 'file'].includes(type)) continue;
    if (payload?.attachment_id !== undefined) return metaError(100, { subcode: 2_018_074 });
    if (payload?.url === undefined) return badParameter('Param message[attachment][payload][url] is required');
    if (!isHttpUrl(payload.url))
      return badParameter('Param message[attachment][payload][url] should represent a valid URL');
  }
  return null;
}

function isHttpUrl(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

function unwrap(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || (name !== 'recipient' && name !== 'message')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
