import { jidOfAddress, lidOf, phoneOf } from '../received/read-person.client.ts';
import { type Field, walkFields } from './walk-fields.client.ts';

/** Numbers of the fields of `HistorySync` and its `Conversation` in the network's protocol. */
const CONVERSATION = 2;
const CHAT = { id: 1, phone: 39, lid: 42 } as const;

/** Fields of a protobuf message by number; of a repeated field the last one. */
export type Fields = ReadonlyMap<number, Field[1]>;

/** The chats of a history, as views of it. Throws BrokenMessage. */
export function* chatsIn(history: Uint8Array): Generator<Uint8Array> {
  for (const [number, value] of walkFields(history))
    if (number === CONVERSATION && value instanceof Uint8Array) yield value;
}

const textOf = (value: Field[1] | undefined): string | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;

/** The jids of the person of a direct chat, as far as the phone knows them. */
export function personOfChat(fields: Fields): { pn: string | null; lid: string | null } {
  const jid = textOf(fields.get(CHAT.id));
  const number = phoneOf(jid) ?? phoneOf(textOf(fields.get(CHAT.phone)));
  const lid = lidOf(jid) ?? lidOf(textOf(fields.get(CHAT.lid)));
  return { pn: number === null ? null : jidOfAddress(number), lid };
}
