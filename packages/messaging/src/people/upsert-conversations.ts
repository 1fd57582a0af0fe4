import { at } from '@parley/common/at';
import type { StartedBy } from '@parley/common/events/platform-events';
import type { Sql } from '@parley/database/sql';
import { insertConversations, lockKnown, updateConversations } from './conversation-statements.ts';
import type { ConversationFacts } from './domain/conversation-facts.ts';
import type { NamedPerson } from './domain/plan-people.ts';
import { reportNewConversations } from './report-new-conversations.ts';
import { upsertPeople } from './upsert-people.ts';

export type { ConversationFacts } from './domain/conversation-facts.ts';

/** A conversation of an account with a person. */
export interface WantedConversation extends NamedPerson {
  channelAccountId: number;
  /** Values of a new conversation; an existing one is not changed. */
  peer: string;
  providerThreadId: string | null;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
  /** The initiator, when it is new; null: a new one is not reported. */
  startedBy: StartedBy | null;
}

/** The data of platform events about a conversation, in addition to its facts. */
export interface ReportedConversation {
  /** Whether a platform webhook gets the tenant's events. */
  isReported: boolean;
  /** Whether this transaction has created the conversation. */
  isNew: boolean;
  /** The person's name. */
  name: string | null;
  createdAt: Date;
}

/** A conversation that this transaction has locked, with the id for a new message in it. */
export type LockedConversation = ConversationFacts & {
  messageId: string;
  /** Whether an update waits for the given message. */
  isAwaited: boolean;
  platform: ReportedConversation;
  /** Whether the tenant has a bot that may answer. */
  hasBot: boolean;
};

/** Receives the platform webhooks to wake after the commit. */
export type OnReported = (instanceIds: readonly string[]) => void;

/** Attempts when people lose an address between look-up and lock, for example to an erasure. */
const MAX_LOOKS = 5;
const NO_PROFILE = { name: null, username: null, phone: null };

type Known = Pick<WantedConversation, 'tenantId' | 'channel' | 'channelAccountId' | keyof typeof NO_PROFILE> & {
  addresses: readonly string[];
  /** The message that joins the conversation. */
  providerMessageId?: string;
};

/**
 * Locks the conversations, in the order of their ids. Returns null, and locks nothing, when a person or a given name is
 * unknown, or when a given message is already stored.
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
  const found = new Map(
    rows.map(({ position, isReported, name, createdAt, ...facts }) => [
      position,
      { platform: { isReported, isNew: false, name, createdAt }, ...facts },
    ]),
  );
  const facts = wanted.flatMap((_, position) => found.get(position) ?? []);
  return facts.length === wanted.length ? facts : null;
}

/** Creates one conversation per account and contact, with the values of the first entry. Returns the ids of new ones. */
async function makeConversations(
  sql: Sql,
  wanted: readonly WantedConversation[],
  contactIds: readonly number[],
): Promise<number[]> {
  const first = new Map<string, WantedConversation & { contactId: number }>();
  for (const [index, conversation] of wanted.entries()) {
    const contactId = at(contactIds, index);
    const key = `${conversation.channelAccountId} ${contactId}`;
    if (!first.has(key)) first.set(key, { ...conversation, contactId });
  }
  return (await insertConversations.all(sql, [...first.values()], {})).map(({ id }) => id);
}

/** The initiator of each new conversation that is reported: that of the first entry that wants it. */
function beginnersOf(
  wanted: readonly WantedConversation[],
  locked: readonly LockedConversation[],
): Map<number, StartedBy> {
  const begun = new Map<number, StartedBy>();
  for (const [index, { id, platform }] of locked.entries()) {
    const startedBy = at(wanted, index).startedBy;
    if (platform.isNew && platform.isReported && startedBy && !begun.has(id)) begun.set(id, startedBy);
  }
  return begun;
}

/** {@link upsertConversations} for messages: each conversation is returned with an id for its new message. */
export async function upsertForMessages(
  sql: Sql,
  wanted: readonly WantedConversation[],
  onReported: OnReported,
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
  const made = new Set<number>();
  let known = await lockConversations(sql, people);
  for (let look = 0; known === null && look < MAX_LOOKS; look++) {
    for (const id of await makeConversations(sql, wanted, await upsertPeople(sql, wanted))) made.add(id);
    known = await lockConversations(
      sql,
      people.map((person) => ({ ...person, ...NO_PROFILE })),
    );
  }
  if (known === null) throw new Error('Conversations vanish as soon as they are made.');
  if (made.size === 0) return known;
  const locked = known.map(({ platform, ...conversation }) => ({
    platform: { ...platform, isNew: made.has(conversation.id) },
    ...conversation,
  }));
  onReported(await reportNewConversations(sql, beginnersOf(wanted, locked)));
  return locked;
}

/**
 * Finds or creates the conversation of each entry, in order, and locks it until the transaction ends: finds the person
 * by any of the addresses, merges people who turn out to be the same, and creates missing contacts, addresses and
 * conversations. One statement when all people are known. A conversation that a concurrent merge has just replaced may
 * still be returned. Call it once per transaction, before messages are locked: the lock order is contacts,
 * conversations, messages. New conversations are reported to platform webhooks. Throws TransactionConflict when others
 * keep changing the same people.
 */
export async function upsertConversations(
  sql: Sql,
  wanted: readonly WantedConversation[],
  onReported: OnReported,
): Promise<ConversationFacts[]> {
  const locked = await upsertForMessages(sql, wanted, onReported);
  return locked.map(({ messageId: _, isAwaited: __, platform: ___, hasBot: ____, ...conversation }) => conversation);
}

/** Writes changed conversations that this transaction has locked. */
export async function writeConversations(sql: Sql, changed: readonly ConversationFacts[]): Promise<void> {
  await updateConversations.run(sql, changed, {});
}
