import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import type { WAMessage } from 'baileys';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';
import { type MessageSource, readMessage } from '../received/read-message.client.ts';
import { isGroup, lidOf } from '../received/read-person.client.ts';
import { tidyDeviceItem } from '../received/tidy-device-item.rules.ts';
import { chatsIn, personOfChat } from './history-fields.client.ts';
import { walkFields } from './walk-fields.client.ts';

/** Numbers of fields of `Conversation`, `HistorySyncMsg` and `WebMessageInfo` in the network's protocol. */
const CHAT_MESSAGE = 2;
const MESSAGE = 1;
const SENT_AT = 3;
/** Limit of the JSON of one history's messages, in UTF-16 units. */
const MAX_LENGTH = 32 * 1024 * 1024;
/** Messages that are read before the process serves other devices. */
const AT_ONCE = 25;

export interface Span {
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

/** The messages of a chat within the span, as views of the history. */
function* findInChat(conversation: Uint8Array, chat: number, { from, before }: Span): Generator<Found> {
  const fields = [...walkFields(conversation)];
  const person = personOfChat(new Map(fields));
  for (const [number, value] of fields) {
    if (number !== CHAT_MESSAGE || !(value instanceof Uint8Array)) continue;
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
