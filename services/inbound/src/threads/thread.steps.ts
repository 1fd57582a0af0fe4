import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { findReported } from '@parley/messaging/outbox/find-reported';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import { decideOwners } from '@parley/messaging/threads/decide-owner';
import { findThreads, markShared, writeThreads } from '@parley/messaging/threads/thread-owner';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import type { PlacedInbound } from '../messages/message.rules.ts';
import { controlRow, conversationOf, eventIdOf, reportOfHandover, reportOfReceived } from './thread.rules.ts';

/** Hand-overs between apps of an account: the state of the conversation, with one event for each report. */
export const threads = defineKind('thread', {
  address: (record, { ownApps }) => ({
    ...conversationOf(record),
    record,
    id: eventIdOf(record),
    report: reportOfHandover(record, ownApps),
  }),
  async load({ sql, now }, addresses) {
    const woken: string[] = [];
    const conversations = await upsertConversations(sql, addresses, (ids) => woken.push(...ids));
    const reported = await findReported(sql, addresses, now());
    const stored = await findThreads(
      sql,
      conversations.map(({ id }) => id),
    );
    const given = addresses.map((address, index) => ({ ...address, conversationId: at(conversations, index).id }));
    const fresh = new Map(given.filter(({ id }) => !reported.has(id)).map((one) => [one.id, one]));
    return { fresh: [...fresh.values()], stored, woken };
  },
  decide(given, { fresh, stored, woken }, { now }) {
    const reportedAt = now();
    const reports = fresh.map(({ conversationId, report }) => ({ conversationId, ...report }));
    const decided = decideOwners(reports, stored);
    const told = new Map(decided.flatMap((thread) => thread.told.map((one) => [one.handover, one] as const)));
    const events = fresh.flatMap(({ record, id, conversationId, report: { handover } }) => {
      const one = told.get(handover);
      const peer = stored.get(conversationId)?.peer;
      return one && peer !== undefined
        ? [controlRow(record.account, { conversationId, peer }, one, reportedAt, id)]
        : [];
    });
    return { accounts: given.map(({ account }) => account), decided, events, woken, given, reportedAt };
  },
  async write({ sql }, { accounts, decided, events, woken, given, reportedAt }) {
    await writeThreads(sql, decided);
    await markShared(
      sql,
      accounts.map(({ id }) => id),
      reportedAt,
    );
    return {
      ...nothingApplied(),
      stored: events.length,
      repeated: given.length - events.length,
      events,
      instanceIds: woken,
      changedTenantIds: [...new Set(accounts.map(({ tenantId }) => tenantId))],
    };
  },
});

/** The owners after messages. */
interface FollowedThreads {
  /** One for each change of an owner. */
  events: OutboxRow[];
  /** Conversations that another app has: nothing answers in them by itself. */
  theirs: ReadonlySet<number>;
}

/**
 * Stores who owns the threads of new messages, in the transaction that has locked their conversations
 * (docs/reference/threads.md#owner). Sends nothing for accounts that no other app shares.
 */
export async function followMessages(
  sql: Sql,
  fresh: readonly PlacedInbound[],
  reportedAt: Date,
): Promise<FollowedThreads> {
  const reports = fresh.flatMap((one) => {
    const report = reportOfReceived(one);
    return report ? [{ conversationId: one.conversation.id, account: one.account, ...report }] : [];
  });
  if (reports.length === 0) return { events: [], theirs: new Set() };
  const stored = await findThreads(sql, [...new Set(reports.map(({ conversationId }) => conversationId))]);
  const decided = decideOwners(reports, stored);
  await writeThreads(sql, decided);
  await markShared(
    sql,
    reports.flatMap(({ account }) => (account.isShared ? [] : [account.id])),
    reportedAt,
  );
  const accounts = new Map(reports.map(({ conversationId, account }) => [conversationId, account]));
  const events = decided.flatMap(({ conversationId, told }) => {
    const account = accounts.get(conversationId);
    const peer = stored.get(conversationId)?.peer;
    if (!account || peer === undefined) return [];
    return told.map((one) => controlRow(account, { conversationId, peer }, one, reportedAt));
  });
  const theirs = decided.flatMap(({ conversationId, after }) => (after.owner === 'theirs' ? [conversationId] : []));
  return { events, theirs: new Set(theirs) };
}
