import type { Interactive } from '@parley/common/events';
import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import { attachment, type InboundAttachment } from '../received/inbound-item.ts';
import { choice, readFormData } from '../received/read-choice.ts';

/** The content of a message: text, attachments, and a choice of the customer. */
export interface WaContent {
  text: string;
  attachments: InboundAttachment[];
  interactive: Interactive | null;
}

const content = (
  text: string | null,
  attachments: InboundAttachment[] = [],
  chosen: Interactive | null = null,
): WaContent => ({ text: text ?? '', attachments, interactive: chosen });

function file(type: InboundAttachment['type'], media: JsonObject): InboundAttachment {
  return attachment(type, {
    providerMediaId: textOf(media.id),
    url: textOf(media.url),
    mimeType: textOf(media.mime_type),
    filename: textOf(media.filename),
  });
}

/** A submitted flow or address form: the token is the sender's, the fields are the person's. */
function formOf(reply: JsonObject): Interactive | null {
  if (!isObject(reply.nfm_reply)) return null;
  const data = readFormData(textOf(reply.nfm_reply.response_json));
  return choice('flow', { id: textOf(data?.flow_token), title: textOf(reply.nfm_reply.body), data });
}

/** The chosen button or row; null when the reply names none. */
function rowOf(reply: JsonObject): Interactive | null {
  const chosen = objectOf(reply.button_reply ?? reply.list_reply);
  const [id, title, description] = [chosen.id, chosen.title, chosen.description].map(textOf);
  if (!id && !title) return null;
  const data = description ? { description } : null;
  return choice(isObject(reply.button_reply) ? 'button' : 'list', { id: id ?? null, title: title ?? null, data });
}

function interactive(reply: JsonObject, message: JsonObject): WaContent {
  const chosen = rowOf(reply) ?? formOf(reply);
  if (chosen && chosen.type !== 'flow' && chosen.title !== null) return content(chosen.title, [], chosen);
  // Flows, address forms and call permissions are kept whole.
  const kept = Object.keys(reply).length > 0 ? reply : { errors: message.errors ?? null };
  return content(chosen?.title ?? null, [attachment('unsupported', { payload: kept })], chosen);
}

function button(given: JsonObject): WaContent {
  const title = textOf(given.text) ?? textOf(given.payload) ?? '';
  return content(title, [], choice('button', { id: textOf(given.payload), title }));
}

/** A place without coordinates is an `unsupported` part. */
const place = (location: JsonObject): InboundAttachment =>
  numberOf(location.latitude) !== null && numberOf(location.longitude) !== null
    ? attachment('location', { payload: location })
    : attachment('unsupported', { payload: { location } });

const contacts = (list: unknown): WaContent =>
  content(
    null,
    listOf(list)
      .filter(isObject)
      .map((contact) => attachment('contact', { payload: contact })),
  );

/** Types of content, in the order of the search when the message has no type. */
const CONTENT_TYPES = [
  'text',
  'image',
  'video',
  'document',
  'sticker',
  'audio',
  'voice',
  'location',
  'contacts',
  'button',
  'interactive',
  'order',
] as const;
/** Members of a message that are not content. */
const ENVELOPE = new Set([
  'from',
  'from_user_id',
  'from_parent_user_id',
  'to',
  'to_user_id',
  'to_parent_user_id',
  'id',
  'timestamp',
  'type',
  'context',
  'identity',
  'errors',
]);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The type of a message without one, by its own members; null when none is known. */
export const typeByMember = (message: JsonObject): string | null =>
  [...CONTENT_TYPES, 'reaction', 'edit', 'revoke', 'system', 'unsupported'].find((type) => isGiven(message[type])) ??
  null;

/** Every known content of a message of an unknown type; the other members are kept unchanged, so that nothing is lost. */
function contentByMember(type: string | null, message: JsonObject): WaContent {
  const known = CONTENT_TYPES.filter((name) => isGiven(message[name]));
  const contents = known.flatMap((name) => knownWaContent(name, message) ?? []);
  const read = new Set<string>(known);
  const own = Object.entries(message).filter(
    ([name, value]) => isGiven(value) && !ENVELOPE.has(name) && !read.has(name),
  );
  const kept = attachment('unsupported', {
    payload: { ...(type === null ? {} : { type }), ...Object.fromEntries(own) },
  });
  const texts = contents.flatMap(({ text }) => (text === '' ? [] : text));
  return content(
    texts.join('\n'),
    [...contents.flatMap(({ attachments }) => attachments), ...(type === null && own.length === 0 ? [] : [kept])],
    contents.find(({ interactive: chosen }) => chosen !== null)?.interactive ?? null,
  );
}

/** The platform's errors about a message, as a part of it; none when its content contains them already. */
function errorsOf(message: JsonObject, { attachments }: WaContent): InboundAttachment[] {
  const errors = listOf(message.errors);
  const areReported = errors.length === 0 || attachments.some(({ payload }) => payload?.errors !== undefined);
  return areReported ? [] : [attachment('unsupported', { payload: { errors } })];
}

/**
 * The content of a wa message, with the platform's errors about it. A message of an unknown type, or without one, has
 * all its known content, and an unsupported attachment with the rest of its own fields.
 */
export function waContent(type: string | null, message: JsonObject): WaContent {
  const read = (type === null ? null : knownWaContent(type, message)) ?? contentByMember(type, message);
  return { ...read, attachments: [...read.attachments, ...errorsOf(message, read)] };
}

/** Reads the content of a wa message by its type; null for an unknown type. */
export function knownWaContent(type: string, message: JsonObject): WaContent | null {
  const part = objectOf(message[type]);
  switch (type) {
    case 'text':
      return content(textOf(part.body));
    case 'image':
    case 'video':
    case 'document':
    case 'sticker':
      return content(textOf(part.caption), [file(type, part)]);
    case 'audio':
    case 'voice':
      // The platform documents no caption here; an unexpected one is kept.
      return content(textOf(part.caption), [file(type === 'voice' || part.voice === true ? 'voice' : 'audio', part)]);
    case 'location':
      return content(null, [place(part)]);
    case 'contacts':
      return contacts(message.contacts);
    case 'button':
      return button(part);
    case 'interactive':
      return interactive(part, message);
    case 'order':
      return content(textOf(part.text), [attachment('unsupported', { payload: { order: part } })]);
    case 'unsupported':
    case 'unknown':
      return content(null, [
        attachment('unsupported', {
          payload: {
            errors: listOf(message.errors),
            ...(message.unsupported ? { unsupported: message.unsupported } : {}),
          },
        }),
      ]);
    default:
      return null;
  }
}
