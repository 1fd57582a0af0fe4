import type { Sql } from '@parley/database/sql';
import { insertConversations, lockKnown, updateConversations } from './conversation-statements.ts';
import type { ConversationFacts } from './domain/conversation-facts.ts';
import type { NamedPerson } from './domain/plan-people.ts';
import { upsertPeople } from './upsert-people.ts';

export type { ConversationFacts } from './domain/conversation-facts.ts';

/** A conversation of an account with a person. */
export interface WantedConversation extends NamedPerson {
  channelAccountId: number;
  /** What a conversation begins with that is not there yet; one that is there is not changed. */
  peer: string;
  providerThreadId: string | null;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
}

/** A conversation that this transaction has locked, and the number for a message that joins it. */
export type LockedConversation = ConversationFacts & { messageId: string };

/** As often as people may lose an address between being found and being locked, to an erasure for one. */
const MAX_LOOKS = 5;
const UNTOLD = { name: null, username: null, phone: null };

type Known = Pick<WantedConversation, 'tenantId' | 'channel' | 'channelAccountId' | keyof typeof UNTOLD> & {
  addresses: readonly string[];
  /** The message that is to join the conversation. */
  providerMessageId?: string;
};

/**
 * The conversations, locked by id. Null when somebody is not known by all that is told, or when a message that is named is
 * stored already; nothing is locked then.
 */
export async function lockConversations(sql: Sql, wanted: readonly Known[]): Promise<LockedConversation[] | null> {
  if (wanted.length === 0) return [];
  const items = wanted.flatMap((person, position) =>
    [...new Set(person.addresses)].map((address) => ({
      ...person,
      providerMessageId: person.providerMessageId ?? null,
      position,
      address,
    })),
  );
  const rows = await lockKnown.all(sql, items, {});
  const found = new Map(rows.map(({ position, ...facts }) => [position, facts]));
  const facts = wanted.flatMap((_, position) => found.get(position) ?? []);
  return facts.length === wanted.length ? facts : null;
}

/** One per account and contact, begun by the first that wants it. */
async function makeConversations(
  sql: Sql,
  wanted: readonly WantedConversation[],
  contactIds: readonly number[],
): Promise<void> {
  const first = new Map<string, WantedConversation & { contactId: number }>();
  for (const [index, conversation] of wanted.entries()) {
    const contactId = contactIds[index] ?? 0;
    const key = `${conversation.channelAccountId} ${contactId}`;
    if (!first.has(key)) first.set(key, { ...conversation, contactId });
  }
  await insertConversations.run(sql, [...first.values()], {});
}

/** {@link upsertConversations} for messages: each conversation comes with a number for the one that joins it. */
export async function upsertForMessages(
  sql: Sql,
  wanted: readonly WantedConversation[],
): Promise<LockedConversation[]> {
  const people = wanted.map(({ tenantId, channel, channelAccountId, addresses, name, username, phone }) => ({
    tenantId,
    channel,
    channelAccountId,
    addresses,
    name,
    username,
    phone,
  }));
  let known = await lockConversations(sql, people);
  for (let look = 0; known === null && look < MAX_LOOKS; look++) {
    await makeConversations(sql, wanted, await upsertPeople(sql, wanted));
    known = await lockConversations(
      sql,
      people.map((person) => ({ ...person, ...UNTOLD })),
    );
  }
  if (known === null) throw new Error('Conversations vanish as soon as they are made.');
  return known;
}

/**
 * The conversation behind each wanted one, in their order, locked by id until the transaction ends: finds the person behind
 * any of the addresses, merges people who turn out to be one, makes contact, addresses and conversation where there are
 * none. One statement when everybody is known. A conversation that a merge has left behind in the same moment may still be
 * returned, as it would have been a moment before. Call it once per transaction, before messages are locked: the order of
 * locks is contacts, conversations, messages. Throws SQLSTATE 40001 when others keep changing the same people.
 */
export async function upsertConversations(
  sql: Sql,
  wanted: readonly WantedConversation[],
): Promise<ConversationFacts[]> {
  return (await upsertForMessages(sql, wanted)).map(({ messageId: _, ...conversation }) => conversation);
}

/** Writes what changed of conversations that this transaction has locked. */
export async function writeConversations(sql: Sql, changed: readonly ConversationFacts[]): Promise<void> {
  await updateConversations.run(sql, changed, {});
}
