import { jidOfAddress, lidOf, phoneOf } from './read-person.ts';
import { walkFields } from './walk-fields.ts';

/** Numbers of the fields of `HistorySync` and its `Conversation` in the network's protocol. */
const CONVERSATION = 2;
const CHAT = { id: 1, token: 21, tokenAt: 22, tokenGivenAt: 28, phone: 39, lid: 42 } as const;
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

const textOf = (value: Uint8Array | bigint | undefined): string | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;
const secondsOf = (value: Uint8Array | bigint | undefined): number | null =>
  typeof value === 'bigint' && value > 0n && value < 2n ** 40n ? Number(value) : null;

function readChat(bytes: Uint8Array): TrustedChat | null {
  const fields = new Map(walkFields(bytes));
  const token = fields.get(CHAT.token);
  const tokenAt = secondsOf(fields.get(CHAT.tokenAt));
  const jid = textOf(fields.get(CHAT.id));
  const number = phoneOf(jid) ?? phoneOf(textOf(fields.get(CHAT.phone)));
  const lid = lidOf(jid) ?? lidOf(textOf(fields.get(CHAT.lid)));
  if (!(token instanceof Uint8Array) || token.length === 0 || token.length > MAX_TOKEN_BYTES) return null;
  if (tokenAt === null || (number === null && lid === null)) return null;
  const pn = number === null ? null : jidOfAddress(number);
  // A copy: a view would keep the whole history in memory.
  return { pn, lid, token: Uint8Array.from(token), tokenAt, givenAt: secondsOf(fields.get(CHAT.tokenGivenAt)) };
}

/** The chats of a history that have a trusted-contact token; messages are skipped unread. Throws BrokenMessage. */
export function* readTrustedChats(history: Uint8Array): Generator<TrustedChat> {
  for (const [number, value] of walkFields(history)) {
    const chat = number === CONVERSATION && value instanceof Uint8Array ? readChat(value) : null;
    if (chat) yield chat;
  }
}
