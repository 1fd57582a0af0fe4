import { at } from '@parley/common/at';
import type { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { badParameter, graphError } from '../graph-error.ts';
import { Envelope, FILES, OTHER, Reaction, TemplateMessage, Text } from './send-schema.ts';

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
      return readFile(type, value);
    case 'template':
      return readTemplate(value);
    default:
      return readOther(type, value);
  }
}

function readText(value: unknown): Content | { refusal: ProviderAnswer } {
  const text = Text.safeParse(value);
  if (text.success) return { text: text.data.body, template: null };
  return text.error.issues[0]?.code === 'invalid_type' ? missing('text', 'text') : refuseIssue('text', text.error);
}

function readFile(type: keyof typeof FILES, value: unknown): Content | { refusal: ProviderAnswer } {
  const parsed = FILES[type].safeParse(value);
  if (!parsed.success) return refuseIssue(type, parsed.error);
  const { id, link } = parsed.data;
  if ((id === undefined) === (link === undefined)) return missing(type, 'id or link');
  if (link !== undefined && !isHttpUrl(link)) {
    return { refusal: badParameter(`Param ${type}['link'] is not a valid URI.`) };
  }
  const caption = 'caption' in parsed.data ? parsed.data.caption : null;
  return { text: typeof caption === 'string' ? caption : null, template: null };
}

function readTemplate(value: unknown): Content | { refusal: ProviderAnswer } {
  const parsed = TemplateMessage.safeParse(value);
  if (parsed.success) return { text: `template:${parsed.data.name}`, template: parsed.data };
  const { path } = at(parsed.error.issues, 0);
  if (path[0] === 'name' || path[0] === 'language') return missing('template', String(path[0]));
  if (parsed.error.issues[0]?.code === 'unrecognized_keys') return refuseIssue('template', parsed.error);
  return { refusal: graphError(132018) };
}

function readOther(type: keyof typeof OTHER, value: unknown): Content | { refusal: ProviderAnswer } {
  const parsed = OTHER[type].safeParse(value);
  return parsed.success ? { text: null, template: null } : refuseIssue(type, parsed.error);
}

/** `interactive['action']['buttons'][0]`, as the Cloud API names the member of a parameter. */
const nameOf = (type: string, path: readonly PropertyKey[]): string =>
  `${type}${path.map((part) => (typeof part === 'number' ? `[${part}]` : `['${String(part)}']`)).join('')}`;

/** The Cloud API's refusal of the content, by the first thing that is wrong with it. */
function refuseIssue(type: string, { issues: [issue] }: z.ZodError): { refusal: ProviderAnswer } {
  const name = nameOf(type, issue?.path ?? []);
  switch (issue?.code) {
    case 'unrecognized_keys':
      return { refusal: badParameter(`Unexpected key "${issue.keys[0]}" on param "${name}".`) };
    case 'too_big':
      return issue.origin === 'string'
        ? { refusal: badParameter(`Param ${name} must be at most ${issue.maximum} characters long.`) }
        : { refusal: graphError(131009, { details: `Param ${name} is above its limit of ${issue.maximum}` }) };
    case 'invalid_type':
      return missing(type, issue.path.join('.') || type);
    default:
      return { refusal: graphError(131009, { details: `Param ${name} is not valid` }) };
  }
}

function missing(type: string, field: string): { refusal: ProviderAnswer } {
  return { refusal: graphError(131008, { details: `Parameter of type ${type} is missing ${field} value` }) };
}

function isHttpUrl(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}
