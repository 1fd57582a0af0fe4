import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { badParameter, graphError } from '../graph-error.ts';

/** The kinds of message that the Cloud API sends. */
const TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'interactive',
  'template',
] as const;

const media = z.object({
  id: z.string().optional(),
  link: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const templateParameter = z
  .object({ type: z.string(), text: z.string().optional(), parameter_name: z.string().optional() })
  .loose();

/** A template message as the Cloud API accepts it. */
export const TemplateMessage = z.object({
  name: z.string().min(1),
  language: z.object({ code: z.string().min(1) }),
  components: z
    .array(
      z.object({
        type: z.string(),
        sub_type: z.string().optional(),
        index: z.union([z.string(), z.number()]).optional(),
        parameters: z.array(templateParameter).default([]),
      }),
    )
    .default([]),
});
/** A parsed template message. */
export type TemplateMessage = z.infer<typeof TemplateMessage>;

const Reaction = z.object({ message_id: z.string().min(1), emoji: z.string() });
const Envelope = z
  .object({
    messaging_product: z.literal('whatsapp'),
    to: z.string().optional(),
    recipient: z.string().optional(),
    recipient_type: z.enum(['individual', 'group']).default('individual'),
    type: z.string().default('text'),
    context: z.object({ message_id: z.string() }).optional(),
    biz_opaque_callback_data: z.string().max(512).optional(),
  })
  .loose();

/** A send that passed the checks that Meta makes before it accepts. */
export interface WaSend {
  to: string;
  toUserId: boolean;
  type: (typeof TYPES)[number];
  callbackData: string | null;
  text: string | null;
  template: TemplateMessage | null;
  /** The message of a reaction and its emoji; null: the reaction is removed. */
  reaction: { messageId: string; emoji: string | null } | null;
}

/** Reads the body of POST /{phone-number-id}/messages; returns Meta's refusal if it is invalid. */
export function readSend(body: unknown): WaSend | { refusal: ProviderAnswer } {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return { refusal: refuseEnvelope(envelope.error.issues[0]?.path[0]) };
  const fields = envelope.data;
  const address = fields.to ?? fields.recipient;
  if (!address) return { refusal: badParameter('The parameter to is required.') };
  const type = TYPES.find((known) => known === fields.type.toLowerCase());
  if (!type) {
    const listed = TYPES.map((known) => known.toUpperCase()).join(', ');
    return { refusal: badParameter(`Param type must be one of {${listed}} - got "${fields.type}".`) };
  }
  const toUserId = fields.to === undefined;
  const to = toUserId ? address : address.replace(/[+\s()-]/g, '');
  if (!toUserId && fields.recipient_type === 'individual' && !/^\d{7,15}$/.test(to)) {
    return { refusal: graphError(131009, { details: 'Recipient phone number is not valid' }) };
  }
  const content = readContent(type, fields[type]);
  if ('refusal' in content) return content;
  const reacted = type === 'reaction' ? Reaction.parse(fields[type]) : null;
  const reaction = reacted && { messageId: reacted.message_id, emoji: reacted.emoji || null };
  return { to, toUserId, type, callbackData: fields.biz_opaque_callback_data ?? null, ...content, reaction };
}

function refuseEnvelope(field: PropertyKey | undefined): ProviderAnswer {
  if (field === 'biz_opaque_callback_data')
    return badParameter('Param biz_opaque_callback_data must be at most 512 characters long.');
  if (field === 'context') return badParameter("The parameter context['message_id'] is required.");
  if (field === 'to' || field === 'recipient') return badParameter(`Param ${field} must be a string.`);
  if (field === 'recipient_type') return badParameter('Param recipient_type must be one of {INDIVIDUAL, GROUP}.');
  if (field === 'type') return badParameter('Param type must be a string.');
  return badParameter('The parameter messaging_product is required.');
}

type Content = { text: string | null; template: TemplateMessage | null };

function readContent(type: WaSend['type'], value: unknown): Content | { refusal: ProviderAnswer } {
  if (value === undefined || value === null) return missing(type, type);
  switch (type) {
    case 'text':
      return readText(value);
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return readMedia(type, value);
    case 'template':
      return readTemplate(value);
    default:
      return readOther(type, value);
  }
}

function readText(value: unknown): Content | { refusal: ProviderAnswer } {
  const text = z.object({ body: z.string().min(1), preview_url: z.boolean().optional() }).safeParse(value);
  if (!text.success) return missing('text', 'text');
  if (text.data.body.length > 4096)
    return { refusal: badParameter("Param text['body'] must be at most 4096 characters long.") };
  return { text: text.data.body, template: null };
}

function readMedia(type: string, value: unknown): Content | { refusal: ProviderAnswer } {
  const parsed = media.safeParse(value);
  if (!parsed.success) return { refusal: graphError(131009) };
  const { id, link, caption } = parsed.data;
  if (!id && !link) return missing(type, 'id or link');
  if (link !== undefined && !isHttpUrl(link)) {
    return { refusal: badParameter(`Param ${type}['link'] is not a valid URI.`) };
  }
  if (caption !== undefined && (type === 'audio' || type === 'sticker')) {
    return { refusal: badParameter(`Unexpected key "caption" on param "${type}".`) };
  }
  if (caption !== undefined && caption.length > 1024) {
    return { refusal: badParameter(`Param ${type}['caption'] must be at most 1024 characters long.`) };
  }
  return { text: caption ?? null, template: null };
}

function readTemplate(value: unknown): Content | { refusal: ProviderAnswer } {
  const parsed = TemplateMessage.safeParse(value);
  if (parsed.success) return { text: `template:${parsed.data.name}`, template: parsed.data };
  const path = parsed.error.issues[0]?.path ?? [];
  if (path[0] === 'name' || path[0] === 'language') return missing('template', String(path[0]));
  return { refusal: graphError(132018) };
}

function readOther(type: string, value: unknown): Content | { refusal: ProviderAnswer } {
  const shapes: Record<string, z.ZodType> = {
    location: z.object({ latitude: z.coerce.number(), longitude: z.coerce.number() }),
    contacts: z.array(z.object({ name: z.object({ formatted_name: z.string().min(1) }) })).min(1),
    reaction: Reaction,
    interactive: z.object({ type: z.string(), action: z.object({}).loose() }),
  };
  const parsed = shapes[type]?.safeParse(value);
  if (!parsed?.success) return missing(type, String(parsed?.error.issues[0]?.path.join('.') || type));
  return { text: null, template: null };
}

function missing(type: string, field: string): { refusal: ProviderAnswer } {
  return { refusal: graphError(131008, { details: `Parameter of type ${type} is missing ${field} value` }) };
}

function isHttpUrl(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}
