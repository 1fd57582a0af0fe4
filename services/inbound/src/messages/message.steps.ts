import type { CommittedEvent } from '@parley/common/hints';
import type { Sql } from '@parley/database/sql';
import { allUnsent, mapUnsent, sendNow, type Unsent } from '@parley/database/statements/unsent';
import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import { type PlatformRow, unsentPlatformRows } from '@parley/messaging/outbox/platform-events';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { AddressedItem } from '../batch/inbound-message.rules.ts';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { takePendingOf } from '../pending/pending.store.ts';
import { spokenConsent } from '../people/consent.rules.ts';
import { type ContactName, findNames } from '../people/contact.store.ts';
import { reportOfReceived } from '../threads/thread.rules.ts';
import { followMessages } from '../threads/thread.steps.ts';
import { extraOf, type InboundMessage, joinConversations, type PlacedInbound, toNewMessage } from './message.rules.ts';
import { findPollOptions, insertFiles, insertMessages } from './message.store.ts';
import { findRatings, noteUnattended, updateBotTurns } from './message-effects.steps.ts';
import { writeRatings } from './message-effects.store.ts';
import { messageReceived, messageSentElsewhere } from './message-events.rules.ts';
import { placeMessages } from './place-messages.steps.ts';
import { isHalfNamed, nameVotes } from './replied-message.rules.ts';
import { reportToPlatform } from './report-to-platform.rules.ts';

interface Decided {
  messages: InboundMessage[];
  /** The number of messages that are stored already. */
  repeated: number;
  /** The changed conversations after all messages. */
  changed: ReadonlyMap<number, ConversationFacts>;
  platformRows: PlatformRow[];
  receivedAt: Date;
  woken: string[];
}

/** Messages of customers, and messages sent elsewhere: each once, with one event. */
export const messages = defineKind('message', {
  address: ({ account, item }, { mediaAddressOf, now }) =>
    toNewMessage(account, item, (attachmentId) => mediaAddressOf(attachmentId, now())),
  async load({ sql, now }, rows, given) {
    const woken: string[] = [];
    const found = await placeMessages(sql, given, rows, (reported) => woken.push(...reported));
    const placed = await nameVoteOptions(sql, found);
    const names = await findNames(sql, namelessConversations(placed));
    return { placed, names, ratings: await findRatings(sql, placed, now()), woken };
  },
  decide(given, { placed, names, ratings, woken }, { now, callOf }) {
    const receivedAt = now();
    const decided = placed.map((one) => ({
      event: toEvent(one, names.get(one.conversation.id), receivedAt),
      consent: spokenConsent(one, one.conversation.id),
      rating: ratings.get(one.message.id) ?? null,
      // Last: V8 takes about 1 µs for each member that is named after a spread.
      ...one,
    }));
    const changed = new Map(joinConversations(decided).map((conversation) => [conversation.id, conversation]));
    const reported = decided.filter(({ platform }) => platform.isReported);
    return {
      messages: decided,
      repeated: given.length - decided.length,
      changed,
      platformRows: reportToPlatform(reported, changed, ({ item }) => callOf(item)),
      receivedAt,
      woken,
    };
  },
  async write({ sql, takesWaiting }, decided) {
    const { repeated, receivedAt } = decided;
    const { awaited, instanceIds } = await sendNow(sql, writeMessages(decided));
    const threads = await followMessages(sql, decided.messages, receivedAt);
    const answerable = decided.messages.filter(
      ({ rating, item, conversation }) =>
        rating === null && !(item.kind === 'message' && threads.theirs.has(conversation.id)),
    );
    await writeRatings(
      sql,
      decided.messages.flatMap(({ rating }) => rating ?? []),
    );
    await updateBotTurns(sql, answerable, receivedAt);
    await noteUnattended(sql, answerable, receivedAt);
    return {
      ...nothingApplied(),
      stored: decided.messages.length,
      repeated,
      events: threads.events,
      instanceIds,
      next: {
        touched: decided.messages.flatMap(({ account, item, conversation }) =>
          item.kind === 'echo' ? [{ account, conversationId: conversation.id }] : [],
        ),
        spoken: decided.messages.flatMap(({ consent }) => consent ?? []),
      },
      waited: takesWaiting ? await takeWaiting(sql, awaited) : [],
    };
  },
  writeLast(decided) {
    if (!decided.messages.every(isComplete)) return null;
    const { messages: stored, repeated } = decided;
    return mapUnsent(writeMessages(decided), ({ instanceIds, committed }) => ({
      stored: stored.length,
      repeated,
      instanceIds,
      committed,
      changedTenantIds: [],
      early: [],
    }));
  },
});

/** Whether nothing is read or written for a message after it. */
const isComplete = (message: InboundMessage): boolean => {
  const { isAwaited, hasBot, consent, rating, account } = message;
  const isAlone = isAwaited === false && !hasBot && consent === null && rating === null && account.awayHours === null;
  return isAlone && reportOfReceived(message) === null;
};

/** Votes with the options of their polls; only a vote that the provider names by half costs a statement. */
async function nameVoteOptions(sql: Sql, placed: PlacedInbound[]): Promise<PlacedInbound[]> {
  const pollOf = ({ item, message }: PlacedInbound): string | null => (isHalfNamed(item) ? message.replyToId : null);
  const pollIds = placed.flatMap((one) => pollOf(one) ?? []);
  if (pollIds.length === 0) return placed;
  const polls = await findPollOptions(sql, pollIds);
  return placed.map((one) => {
    const options = polls.get(pollOf(one) ?? '');
    if (!options || one.item.kind !== 'message') return one;
    const named = nameVotes(one.item, options);
    return { ...one, item: named, message: { ...one.message, text: named.text, extra: extraOf(named) } };
  });
}

/** Conversations whose people the webhook does not name, as on fb and ig. */
const namelessConversations = (placed: readonly PlacedInbound[]): number[] =>
  placed.flatMap(({ account, item, conversation }) =>
    item.kind === 'message' && (account.channel === 'fb' || account.channel === 'ig') ? [conversation.id] : [],
  );

/** The event of a message, with the sender's stored name when the webhook has none. */
function toEvent(
  { account, item, message }: PlacedInbound,
  known: ContactName | undefined,
  receivedAt: Date,
): OutboxRow {
  const { id, conversationId, replyToId: replyTo, attachments } = message;
  const ids = { messageId: Number(id), conversationId, replyTo };
  if (item.kind === 'echo') return toOutboxRow(messageSentElsewhere(account, item, attachments, ids, receivedAt));
  const { from } = item;
  const named = known
    ? { ...item, from: { ...from, name: from.name ?? known.name, username: from.username ?? known.username } }
    : item;
  return toOutboxRow(messageReceived(account, named, attachments, ids, receivedAt));
}

interface WrittenMessages {
  /** Messages that waiting updates refer to. */
  awaited: InboundMessage[];
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** Their events, for the lanes of this process. */
  committed: CommittedEvent[];
}

/**
 * Writes messages with their files and events, and their conversations after all of them. The error is a
 * TransactionConflict when another transaction has stored one of them since they were placed.
 */
function writeMessages({ messages: decided, changed, platformRows, woken }: Decided): Unsent<WrittenMessages> {
  const unwritten = new Set(changed.keys());
  const rows = decided.map(({ message, event }) => {
    const { conversationId: id } = message;
    const conversation = unwritten.delete(id) ? (changed.get(id) ?? null) : null;
    return { message, event, conversation };
  });
  const writes = allUnsent([
    insertMessages(rows),
    insertFiles(decided.map(({ message }) => message)),
    unsentPlatformRows(platformRows),
  ]);
  return mapUnsent(writes, ([{ awaited, instanceIds, committed }, , platformIds]) => ({
    awaited: decided.filter(({ message }) => awaited.has(message.id)),
    instanceIds: [...instanceIds, ...woken, ...platformIds],
    committed,
  }));
}

/** Takes the updates that waited for these messages. */
async function takeWaiting(sql: Sql, stored: readonly InboundMessage[]): Promise<AddressedItem[]> {
  const accounts = new Map(stored.map(({ account }) => [account.id, account]));
  const waiting = await takePendingOf(
    sql,
    stored.map(({ account, item }) => ({ accountId: account.id, providerMessageId: item.providerMessageId })),
  );
  return waiting.flatMap(({ accountId, item }) => {
    const account = accounts.get(accountId);
    return account ? [{ account, item }] : [];
  });
}
