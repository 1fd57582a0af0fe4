import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import type { EchoItem, InboundItem, MessageItem, WebhookAccount } from '../received/inbound-item.ts';
import { parseEcho, parseMessage } from './wa-message.ts';
import { digitsOf, phoneOf } from './wa-person.ts';

/** A message of the past. */
export interface PastMessage {
  item: MessageItem | EchoItem;
  /** Its file arrives in a webhook of its own, under the same id. */
  isPlaceholder: boolean;
  /** How far a sent one got. */
  receipt: 'sent' | 'delivered' | 'read';
}

/** The content of a webhook of the field `history` (docs/reference/wa.md#history). */
export interface PastMessages {
  /** The business does not share its chats. */
  isDeclined: boolean;
  /** The percentage that the platform reports; null without one. */
  progress: number | null;
  messages: PastMessage[];
  /** Elements that are no messages, and those of unknown shape. */
  leftOut: number;
}

/** A person in the address book of the app. */
export interface PastPerson {
  addresses: string[];
  name: string | null;
  username: string | null;
}

const DECLINED = 2593109;

const RECEIPTS: Readonly<Record<string, PastMessage['receipt']>> = {
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
};

/** PENDING and ERROR are states of the app's own old messages, not failures of ours. */
function receiptOf(message: JsonObject): PastMessage['receipt'] {
  const status = textOf(objectOf(message.history_context).status) ?? '';
  return (Object.hasOwn(RECEIPTS, status) ? RECEIPTS[status] : undefined) ?? 'sent';
}

interface Thread {
  account: WebhookAccount;
  /** Digits of the business's own number. */
  own: string;
  /** The people, as webhooks of messages list them. */
  contacts: unknown;
  /** The person of the thread; null: each message names its own. */
  person: { waId: string | null; userId: string | null } | null;
  receivedAt: Date;
}

/** The message with its person where it names none: the number may be hidden. */
function completed(given: JsonObject, isOwn: boolean, person: Thread['person']): JsonObject {
  const { history_context: _read, ...message } = given;
  const [number, userId] = isOwn ? (['to', 'to_user_id'] as const) : (['from', 'from_user_id'] as const);
  return {
    ...message,
    [number]: textOf(message[number]) ?? person?.waId ?? undefined,
    [userId]: textOf(message[userId]) ?? person?.userId ?? undefined,
  };
}

/** Null for what is no message: a reaction, a change, a notice, or an element of unknown shape. */
function pastMessage(given: unknown, { account, own, contacts, person, receivedAt }: Thread): PastMessage | null {
  if (!isObject(given)) return null;
  const isOwn = textOf(given.to) !== null || textOf(given.to_user_id) !== null || digitsOf(given.from) === own;
  const message = completed(given, isOwn, person);
  const item: InboundItem = isOwn
    ? parseEcho(account, { contacts }, message, receivedAt)
    : parseMessage(account, { contacts }, message, receivedAt);
  if (item.kind !== 'message' && item.kind !== 'echo') return null;
  return { item, isPlaceholder: given.type === 'media_placeholder', receipt: receiptOf(given) };
}

/** The person of a thread, by number or business-scoped id. */
function personOfThread(thread: JsonObject): { person: NonNullable<Thread['person']>; contact: JsonObject } {
  const context = objectOf(thread.context);
  const id = textOf(thread.id);
  const isNumber = phoneOf(id) !== null;
  const waId = textOf(context.wa_id) ?? (isNumber ? id : null);
  const userId = textOf(context.user_id) ?? (isNumber ? null : id);
  return {
    person: { waId, userId },
    contact: { wa_id: waId, user_id: userId, profile: { username: context.username } },
  };
}

/** Reads a webhook of the field `history`: threads, the files of placeholders, or the refusal of the business. */
export function readPastMessages(value: unknown, account: WebhookAccount, receivedAt: Date): PastMessages {
  const { metadata, history, messages, message_echoes: echoes, contacts } = objectOf(value);
  const own = digitsOf(objectOf(metadata).display_phone_number);
  const read: PastMessages = { isDeclined: false, progress: null, messages: [], leftOut: 0 };
  const take = (given: unknown, thread: Omit<Thread, 'account' | 'own' | 'receivedAt'>): void => {
    const message = pastMessage(given, { account, own, receivedAt, ...thread });
    if (message) read.messages.push(message);
    else read.leftOut++;
  };
  for (const part of listOf(history).map(objectOf)) {
    if (listOf(part.errors).some((error) => numberOf(objectOf(error).code) === DECLINED)) read.isDeclined = true;
    const progress = numberOf(objectOf(part.metadata).progress);
    if (progress !== null) read.progress = Math.max(read.progress ?? 0, Math.min(100, Math.round(progress)));
    for (const thread of listOf(part.threads).map(objectOf)) {
      const { person, contact } = personOfThread(thread);
      for (const message of listOf(thread.messages)) take(message, { contacts: [contact], person });
    }
  }
  for (const message of [...listOf(messages), ...listOf(echoes)]) take(message, { contacts, person: null });
  return read;
}

/** Reads a webhook of the field `smb_app_state_sync`; a removed contact keeps the name that it had. */
export function readPastPeople(value: unknown): PastPerson[] {
  return listOf(objectOf(value).state_sync).flatMap((given) => {
    const { type, action, contact: found } = objectOf(given);
    if (type !== 'contact' || action === 'remove') return [];
    const contact = objectOf(found);
    const addresses = [phoneOf(contact.phone_number), textOf(contact.user_id)].flatMap((address) => address ?? []);
    const name = textOf(contact.full_name) ?? textOf(contact.first_name);
    const username = textOf(contact.username);
    return addresses.length === 0 || (name === null && username === null) ? [] : [{ addresses, name, username }];
  });
}
