import { randomInt, randomUUID } from 'node:crypto';

/** The channels whose providers send webhooks. */
export type WebhookChannel = 'wa' | 'tg' | 'fb' | 'ig' | 'tt';

/** A webhook that a provider could sign, with content that harms code that trusts it. */
export interface HostileWebhook {
  channel: WebhookChannel;
  what: string;
  /** The body, byte for byte. */
  raw(): string;
}

const MANY = 500;
const DEEP = 50_000;
const MEGABYTE = 1_000_000;
/** Placeholder in a body for a value that `JSON.stringify` cannot write. */
export const DEEP_HOLE = '<deep>';
const deep = `${'{"a":['.repeat(DEEP)}1${']}'.repeat(DEEP)}`;

/** The body as JSON; {@link DEEP_HOLE} becomes a value that is nested 100,000 levels deep. */
export const writeBody = (body: unknown): string => JSON.stringify(body).replaceAll(`"${DEEP_HOLE}"`, deep);

/** A webhook with messaging events of a Facebook page, or of an Instagram account. */
export const pageBody = (object: 'page' | 'instagram', id: string, messaging: readonly unknown[]) => ({
  object,
  entry: [{ id, time: Date.now(), messaging }],
});

/** One messaging event with a message to this page or account; `event` overrides its other members. */
export const pageEvent = (id: string, message: Record<string, unknown>, event: Record<string, unknown> = {}) => ({
  sender: { id: '77' },
  recipient: { id },
  timestamp: Date.now(),
  message,
  ...event,
});

/** An event of TikTok, whose content is JSON within JSON. */
export const tiktokBody = (openId: string, content: unknown, event = 'im_receive_msg') => ({
  client_key: 'k',
  event,
  create_time: 1_772_000_000,
  user_openid: openId,
  content: writeBody(content),
});

/** A direct message, as the content of TikTok's event. */
export const tiktokMessage = (given: Record<string, unknown> = {}) => ({
  message_id: `m${randomUUID()}`,
  conversation_id: 'c1',
  type: 'text',
  text: { body: 'hi' },
  from_user: { id: 'u1' },
  timestamp: Date.now(),
  ...given,
});

interface Written {
  text?: string;
  name?: string;
  /** In the provider's own unit and form. */
  time?: unknown;
}

/** The webhook format of one provider. */
interface Form {
  body(messages: readonly unknown[], name?: string): unknown;
  message(written: Written): Record<string, unknown>;
  lateTime: unknown;
  unknownKind: Record<string, unknown>;
  deep: Record<string, unknown>;
  numbers: Record<string, unknown>;
}

function waForm(id: string): Form {
  const message = ({ text = 'hi', time = '1772000000' }: Written) => ({
    from: '15550009999',
    id: `wamid.${randomUUID()}`,
    timestamp: time,
    type: 'text',
    text: { body: text },
  });
  const place = { latitude: 1, longitude: 2, extra: DEEP_HOLE };
  return {
    message,
    body: (messages, name = 'Eve') => ({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550783881', phone_number_id: id },
                contacts: [{ profile: { name }, wa_id: '15550009999' }],
                messages,
              },
            },
          ],
        },
      ],
    }),
    lateTime: '9000000000000000',
    unknownKind: { ...message({}), type: 'hologram', text: undefined, hologram: { light: true } },
    deep: { ...message({}), type: 'location', text: undefined, location: place },
    numbers: { id: 1, from: 2, timestamp: 3, type: 4, text: 5 },
  };
}

function tgForm(): Form {
  const chat = { id: 77, type: 'private' };
  const freshId = (): number => randomInt(1, 2 ** 31);
  const message = ({ text = 'hi', name = 'Eve', time = 1_772_000_000 }: Written) => ({
    message_id: freshId(),
    date: time,
    chat,
    from: { id: 77, is_bot: false, first_name: name },
    text,
  });
  const update = (each: unknown) => ({ update_id: freshId(), message: each });
  return {
    message,
    // Telegram sends one update per call; a list is an unknown form.
    body: (messages) => (messages.length === 1 ? update(messages[0]) : messages.map(update)),
    lateTime: 9e15,
    unknownKind: { ...message({}), text: undefined, hologram: { light: true } },
    deep: { ...message({}), text: DEEP_HOLE },
    numbers: { message_id: '1', date: 'now', chat: { id: '77', type: 3 }, from: 4, text: 5 },
  };
}

function pageForm(object: 'page' | 'instagram', id: string): Form {
  const event = (message: Record<string, unknown>, given = {}) =>
    pageEvent(id, { mid: `m_${randomUUID()}`, ...message }, given);
  return {
    message: ({ text = 'hi', time = Date.now() }) => event({ text }, { timestamp: time }),
    body: (messages) => pageBody(object, id, messages),
    lateTime: 9e17,
    unknownKind: event({ attachments: [{ type: 'hologram', payload: { light: true } }] }),
    deep: event({ attachments: [{ type: 'template', payload: DEEP_HOLE }] }),
    numbers: event({ mid: 1, text: 2, attachments: 3 }, { sender: { id: 4 }, timestamp: 'now' }),
  };
}

function ttForm(id: string): Form {
  return {
    message: ({ text = 'hi', name, time = Date.now() }) =>
      tiktokMessage({ text: { body: text }, from: name, timestamp: time }),
    // TikTok sends one event per call; a list is an unknown form.
    body: (messages) =>
      messages.length === 1 ? tiktokBody(id, messages[0]) : messages.map((each) => tiktokBody(id, each)),
    lateTime: 9e17,
    unknownKind: tiktokMessage({ type: 'hologram', text: undefined, hologram: { light: true } }),
    deep: tiktokMessage({ type: 'card', text: undefined, card: DEEP_HOLE }),
    numbers: { message_id: 1, conversation_id: 2, type: 3, text: 4, from_user: 5, timestamp: 'now' },
  };
}

/** Every kind of hostile content in the form of one channel, to this account; the last one is many messages in one call. */
export function hostileWebhooks(channel: WebhookChannel, accountId: string): HostileWebhook[] {
  const form = {
    wa: () => waForm(accountId),
    tg: tgForm,
    fb: () => pageForm('page', accountId),
    ig: () => pageForm('instagram', accountId),
    tt: () => ttForm(accountId),
  }[channel]();
  const written = (what: Written): unknown => form.body([form.message(what)], what.name);
  const bodies: [what: string, body: () => unknown][] = [
    ['NUL in a text and a name', () => written({ text: 'a\u0000b', name: '\u0000Eve' })],
    ['half a pair in a text and a name', () => written({ text: 'half \ud83d', name: '\udc00Eve' })],
    ['a time beyond the year 9999', () => written({ text: 'late', time: form.lateTime })],
    ['a negative time', () => written({ text: 'early', time: typeof form.lateTime === 'string' ? '-1' : -1 })],
    ['a text of a megabyte', () => written({ text: 'x'.repeat(MEGABYTE) })],
    ['a name of a megabyte', () => written({ text: 'named', name: 'x'.repeat(MEGABYTE) })],
    ['a message of an unknown kind', () => form.body([form.unknownKind])],
    ['a message that is nested without end', () => form.body([form.deep])],
    ['numbers for texts', () => form.body([form.numbers])],
    ['500 messages in one call', () => form.body(Array.from({ length: MANY }, () => form.message({ text: 'many' })))],
  ];
  return bodies.map(([what, body]) => ({ channel, what, raw: () => writeBody(body()) }));
}
