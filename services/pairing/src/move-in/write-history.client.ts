import { at } from '@parley/common/at';
import type { proto } from 'baileys';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { isGroup, lidOf, phoneOf } from '../received/read-person.client.ts';

/** A message that another system kept. */
export interface KeptMessage {
  id: string;
  /** The jid of the person or the group. */
  chat: string;
  /** The other address of the person of a direct chat: the number of a hidden id, or the reverse. */
  alt: string | null;
  isOwn: boolean;
  /** The author in a group. */
  participant: string | null;
  /** The author's name at that time. */
  name: string | null;
  /** In seconds since the epoch. */
  sentAtS: number;
  /** `Message` of the network's protocol as an object. */
  content: unknown;
}

/** A history for one call: base64, and the number of its messages. */
export interface HistoryChunk {
  history: string;
  count: number;
}

const MAX_MESSAGES = 200;
/** Bytes of the messages of a call; its base64 is a third longer. */
const MAX_BYTES = 400_000;

type Info = proto.IWebMessageInfo;
interface Written {
  chat: string;
  alt: string | null;
  info: Info;
  bytes: number;
}

/**
 * Writes kept messages in the form in which a phone sends its history, in chunks that the API takes: chats by their
 * newest message, newest first in each. `names` has the names of people by jid; the newest name in a message goes before
 * them. Messages that cannot be written are counted by `onSkipped`.
 */
export function* writeHistory(
  { proto: protocol }: Pick<Baileys, 'proto'>,
  messages: readonly KeptMessage[],
  names: ReadonlyMap<string, string>,
  onSkipped: () => void,
): Generator<HistoryChunk> {
  function write(message: KeptMessage): Written | null {
    const { id, chat, alt, isOwn, participant, sentAtS } = message;
    try {
      const info = protocol.WebMessageInfo.fromObject({
        key: { remoteJid: chat, fromMe: isOwn, id, ...(participant === null ? {} : { participant }) },
        message: protocol.Message.fromObject(asObject(message.content)),
        messageTimestamp: sentAtS,
        ...(isGroup(chat) && message.name ? { pushName: message.name } : {}),
      });
      const bytes = protocol.WebMessageInfo.encode(info).finish().length;
      return bytes <= MAX_BYTES ? { chat, alt, info, bytes } : null;
    } catch {
      return null;
    }
  }

  function pack(part: readonly Written[], known: ReadonlyMap<string, string>): HistoryChunk {
    const people = new Set(part.flatMap(({ chat, info }) => [chat, info.key?.participant ?? []].flat()));
    const pushnames = [...people].flatMap((jid) => {
      const name = known.get(jid);
      return name === undefined || isGroup(jid) ? [] : [{ id: jid, pushname: name }];
    });
    const history = protocol.HistorySync.encode({
      syncType: protocol.HistorySync.HistorySyncType.RECENT,
      conversations: byChat(part).map((chat) => {
        const { chat: id, alt } = at(chat, 0);
        const other = lidOf(id) === null ? { lidJid: lidOf(alt) } : { pnJid: phoneOf(alt) === null ? null : alt };
        return { id, ...other, messages: chat.map(({ info }) => ({ message: info })) };
      }),
      pushnames,
    }).finish();
    return { history: Buffer.from(history).toString('base64'), count: part.length };
  }

  const newest = [...messages].sort((a, b) => b.sentAtS - a.sentAtS).slice(0, MAX_IMPORTED);
  const known = namesOf(newest, names);
  let [part, size]: [Written[], number] = [[], 0];
  for (const message of byChat(newest).flat()) {
    const written = write(message);
    if (!written) {
      onSkipped();
      continue;
    }
    if (part.length > 0 && (part.length === MAX_MESSAGES || size + written.bytes > MAX_BYTES)) {
      yield pack(part, known);
      [part, size] = [[], 0];
    }
    part.push(written);
    size += written.bytes;
  }
  if (part.length > 0) yield pack(part, known);
}

/** Items in their order, by the chats in the order of their first items. */
function byChat<T extends { chat: string }>(items: readonly T[]): T[][] {
  const chats = new Map<string, T[]>();
  for (const item of items) {
    const chat = chats.get(item.chat);
    if (chat) chat.push(item);
    else chats.set(item.chat, [item]);
  }
  return [...chats.values()];
}

/** The names of people by jid: that of their newest message in a direct chat, else that of the source's contacts. */
function namesOf(newest: readonly KeptMessage[], names: ReadonlyMap<string, string>): Map<string, string> {
  const written = new Map<string, string>();
  const other = new Map<string, string>();
  for (const { chat, alt, isOwn, name } of newest) {
    if (isGroup(chat)) continue;
    if (!isOwn && name && !written.has(chat)) written.set(chat, name);
    const contact = alt === null ? undefined : names.get(alt);
    if (contact !== undefined) other.set(chat, contact);
  }
  return new Map([...other, ...names, ...written]);
}

const asObject = (content: unknown): Record<string, unknown> => {
  if (typeof content !== 'object' || content === null) throw new Error('The content is no object.');
  // safe: an object; the protocol ignores members that it does not know
  return content as Record<string, unknown>;
};
