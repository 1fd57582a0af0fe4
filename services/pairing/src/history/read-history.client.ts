import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { DEVICE_LIMITS, OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import { boundText } from '@parley/common/text/clean-text';
import type { WAMessage } from 'baileys';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';
import { tidyDeviceItem } from '../received/device-item.rules.ts';
import { type MessageSource, readMessage } from '../received/read-message.client.ts';
import { addressOf, isGroup, jidOfAddress, lidOf, phoneOf } from '../received/read-person.client.ts';

/** Numbers of the fields of a `Conversation` in the network's protocol. */
const CHAT = { id: 1, message: 2, token: 21, tokenAt: 22, tokenGivenAt: 28, phone: 39, lid: 42 } as const;
const MAX_TOKEN_BYTES = 1024;

/** A chat whose person trusts the account. */
export interface TrustedChat {
  /** The jids of the person, as far as the phone knows them: at least one. */
  pn: string | null;
  lid: string | null;
  token: Uint8Array;
  /** In seconds since the epoch. */
  tokenAt: number;
  /** When the account gave the person its own token; null: unknown. */
  givenAt: number | null;
}

/** The chats of a history that have a trusted-contact token; messages are skipped unread. Throws BrokenMessage. */
export function* readTrustedChats(history: Uint8Array): Generator<TrustedChat> {
  for (const bytes of chatsIn(history)) {
    const chat = readChat(bytes);
    if (chat) yield chat;
  }
}

const secondsOf = (value: Uint8Array | bigint | undefined): number | null =>
  typeof value === 'bigint' && value > 0n && value < 2n ** 40n ? Number(value) : null;

function readChat(bytes: Uint8Array): TrustedChat | null {
  const fields = new Map(walkFields(bytes));
  const token = fields.get(CHAT.token);
  const tokenAt = secondsOf(fields.get(CHAT.tokenAt));
  const { pn, lid } = personOfChat(fields);
  if (!(token instanceof Uint8Array) || token.length === 0 || token.length > MAX_TOKEN_BYTES) return null;
  if (tokenAt === null || (pn === null && lid === null)) return null;
  // A copy: a view would keep the whole history in memory.
  return { pn, lid, token: Uint8Array.from(token), tokenAt, givenAt: secondsOf(fields.get(CHAT.tokenGivenAt)) };
}

/** Numbers of fields of `HistorySyncMsg` and `WebMessageInfo` in the network's protocol. */
const MESSAGE = 1;
const SENT_AT = 3;
/** Limit of the JSON of one history's messages, in UTF-16 units. */
const MAX_LENGTH = 32 * 1024 * 1024;
/** Messages that are read before the process serves other devices. */
const AT_ONCE = 25;

interface Span {
  /** In seconds since the epoch, inclusive. */
  from: number;
  /** In seconds since the epoch, exclusive. */
  before: number;
}

interface Found {
  chat: number;
  /** The person of a direct chat. */
  person: { pn: string | null; lid: string | null };
  sentAt: number;
  bytes: Uint8Array;
}

/**
 * Reads the messages of a history within the span, newest first in each chat. Leaves out reactions, edits and other
 * items, and messages that cannot be read. Throws BrokenMessage when the history is damaged.
 */
export async function readOldMessages(
  source: MessageSource,
  history: Uint8Array,
  span: Span,
  onFault: (error: unknown) => void,
): Promise<OldDeviceMessage[]> {
  const messages: OldDeviceMessage[] = [];
  const now = new Date();
  let length = 0;
  for (const [index, { person, bytes }] of findMessages(history, span).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToOthers();
    try {
      // safe: the library reads its own messages in this form
      const message = source.lib.proto.WebMessageInfo.decode(bytes) as WAMessage;
      const { remoteJid } = message.key;
      const alt = lidOf(remoteJid) === null ? person.lid : person.pn;
      if (alt !== null && !isGroup(remoteJid)) message.key.remoteJidAlt = alt;
      for (const item of await readMessage(source, message)) {
        if (item.kind !== 'message' && item.kind !== 'echo') continue;
        const tidied = OldDeviceMessage.parse(tidyDeviceItem(item, now));
        length += JSON.stringify(tidied).length;
        messages.push(tidied);
      }
    } catch (error) {
      onFault(error);
    }
    if (length > MAX_LENGTH) break;
  }
  return withNewestNames(messages);
}

/** The messages of a chat within the span, as views of the history. */
function* findInChat(conversation: Uint8Array, chat: number, { from, before }: Span): Generator<Found> {
  const fields = [...walkFields(conversation)];
  const person = personOfChat(new Map(fields));
  for (const [number, value] of fields) {
    if (number !== CHAT.message || !(value instanceof Uint8Array)) continue;
    const bytes = new Map(walkFields(value)).get(MESSAGE);
    if (!(bytes instanceof Uint8Array)) continue;
    const at = new Map(walkFields(bytes)).get(SENT_AT);
    const sentAt = typeof at === 'bigint' ? Number(at) : 0;
    if (sentAt >= from && sentAt < before) yield { chat, person, sentAt, bytes };
  }
}

/** The newest messages of the history, by chat, and newest first within a chat, as the phone sends them. */
function findMessages(history: Uint8Array, span: Span): Found[] {
  const found: Found[] = [];
  let chat = 0;
  for (const conversation of chatsIn(history)) {
    for (const message of findInChat(conversation, chat, span)) found.push(message);
    chat++;
  }
  const newest = found.sort((a, b) => b.sentAt - a.sentAt).slice(0, MAX_IMPORTED);
  return newest.sort((a, b) => a.chat - b.chat || b.sentAt - a.sentAt);
}

/** Gives the messages of a person in a direct chat the newest name, because older messages may have an older one. */
function withNewestNames(messages: readonly OldDeviceMessage[]): OldDeviceMessage[] {
  const names = new Map<string, string | null>();
  return messages.map((message) => {
    if (message.kind !== 'message' || message.group) return message;
    const { from } = message;
    const name = names.get(from.address) ?? from.name;
    names.set(from.address, name);
    return { ...message, from: { ...from, name } };
  });
}

/** Numbers of fields of `HistorySync` and `Pushname` in the network's protocol. */
const CONVERSATION = 2;
const NAMED = 7;
const NAME = { id: 1, name: 2 } as const;

/** The names of people in a history, by their address. Throws BrokenMessage. */
export function readNames(history: Uint8Array): Map<string, string> {
  const names = new Map<string, string>();
  for (const [number, value] of walkFields(history)) {
    if (number !== NAMED || !(value instanceof Uint8Array)) continue;
    const fields = new Map(walkFields(value));
    const [address, name] = [addressOf(textOf(fields.get(NAME.id))), textOf(fields.get(NAME.name))];
    if (address !== null && name) names.set(address, boundText(name, DEVICE_LIMITS.name));
  }
  return names;
}

/** Fields of a protobuf message by number; of a repeated field the last one. */
type Fields = ReadonlyMap<number, Field[1]>;

/** The chats of a history, as views of it. Throws BrokenMessage. */
function* chatsIn(history: Uint8Array): Generator<Uint8Array> {
  for (const [number, value] of walkFields(history))
    if (number === CONVERSATION && value instanceof Uint8Array) yield value;
}

const textOf = (value: Field[1] | undefined): string | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;

/** The jids of the person of a direct chat, as far as the phone knows them. */
function personOfChat(fields: Fields): { pn: string | null; lid: string | null } {
  const jid = textOf(fields.get(CHAT.id));
  const number = phoneOf(jid) ?? phoneOf(textOf(fields.get(CHAT.phone)));
  const lid = lidOf(jid) ?? lidOf(textOf(fields.get(CHAT.lid)));
  return { pn: number === null ? null : jidOfAddress(number), lid };
}

/** A field of a protobuf message: its number, and its value. */
type Field = readonly [number: number, value: Uint8Array | bigint];

/** Damaged bytes, or ones that no known encoder writes. */
export class BrokenMessage extends Error {
  override name = 'BrokenMessage';
}

const MAX_VARINT_BYTES = 10;

/** Reads the fields of a protobuf message one after the other, as views of its bytes. Throws {@link BrokenMessage}. */
function* walkFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  function varint(): bigint {
    let value = 0n;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new BrokenMessage('The message ends within a number.');
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return value;
    }
    throw new BrokenMessage('A number is too long.');
  }
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new BrokenMessage('The message ends within a field.');
    at += length;
    return bytes.subarray(at - length, at);
  }
  while (at < bytes.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    switch (Number(tag & 7n)) {
      case 0:
        yield [number, varint()];
        break;
      case 1:
        take(8);
        break;
      case 2:
        yield [number, take(Number(varint()))];
        break;
      case 5:
        take(4);
        break;
      default:
        throw new BrokenMessage('A field has an unknown type.');
    }
  }
}
