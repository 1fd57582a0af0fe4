import { chatsIn, personOfChat } from './history-fields.client.ts';
import { walkFields } from './walk-fields.client.ts';

/** Numbers of the fields of a `Conversation` in the network's protocol. */
const CHAT = { token: 21, tokenAt: 22, tokenGivenAt: 28 } as const;
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

/** The chats of a history that have a trusted-contact token; messages are skipped unread. Throws BrokenMessage. */
export function* readTrustedChats(history: Uint8Array): Generator<TrustedChat> {
  for (const bytes of chatsIn(history)) {
    const chat = readChat(bytes);
    if (chat) yield chat;
  }
}
