import type { LockedTenant } from '@parley/database/lock-tenant';
import type { Sql } from '@parley/database/sql';
import { mapUnsent, sendNow } from '@parley/database/unsent';
import { unsentRows } from '@parley/messaging/outbox/append-events';
import { applyChanges } from '../changes/apply-changes.steps.ts';
import { applyEchoes } from '../echoes/apply-echoes.steps.ts';
import { applyEventOnly } from '../events/apply-event-only.steps.ts';
import { noteUnattended } from '../messages/note-unattended.steps.ts';
import { prepareMessages } from '../messages/prepare-messages.steps.ts';
import { writeRatings } from '../messages/rating.store.ts';
import { updateBotTurns } from '../messages/update-bot-turns.steps.ts';
import { writeMessages } from '../messages/write-messages.steps.ts';
import { takePendingOf } from '../pending/pending.store.ts';
import { applyConnections } from '../people/apply-connections.steps.ts';
import { applyConsentWords } from '../people/apply-consent-words.steps.ts';
import { applyPreferences } from '../people/apply-preferences.steps.ts';
import { continueChats } from '../people/continue-chats.steps.ts';
import { lockPreferring } from '../people/lock-preferring.steps.ts';
import { applyReactions } from '../reactions/apply-reactions.steps.ts';
import { applyReceipts } from '../receipts/apply-receipts.steps.ts';
import { namedSendOf } from '../receipts/named-send.rules.ts';
import { lockRefundableTenants } from '../receipts/receipt.store.ts';
import { applyKeptWatermarks, applyWatermarks } from '../watermarks/apply-watermarks.steps.ts';
import {
  type Addressed,
  type AddressedItem,
  type AddressedMessage,
  type ByKind,
  sortByKind,
} from './addressed.rules.ts';
import { type LastWrites, sumApplied } from './applied.rules.ts';
import type { ApplyTransaction } from './apply-transaction.rules.ts';

/** Finds updates that waited for the messages that have just been stored. */
async function findWaiting(
  { sql, takesWaiting }: ApplyTransaction,
  stored: readonly AddressedMessage[],
): Promise<ByKind> {
  const accounts = new Map(stored.map(({ account }) => [account.id, account]));
  const keys = stored.map(({ account, item }) => ({
    accountId: account.id,
    providerMessageId: item.providerMessageId,
  }));
  const waiting = takesWaiting && keys.length > 0 ? await takePendingOf(sql, keys) : [];
  return sortByKind(
    waiting.flatMap(({ accountId, item }) => {
      const account = accounts.get(accountId);
      return account ? [{ account, item }] : [];
    }),
  );
}

/**
 * Applies items of connected accounts and returns the last writes of the transaction, which the caller commits with.
 * Business connections come before everything that names them, messages before the receipts and reactions of the same
 * body. Messages that nothing reads after they are written are the last writes themselves; otherwise the events of what
 * follows them are.
 */
export async function applyAddressed(
  transaction: ApplyTransaction,
  entries: readonly AddressedItem[],
): Promise<LastWrites> {
  const sorted = sortByKind(entries);
  const { connections } = sorted;
  const tenants = await lockRefundedTenants(transaction.sql, sorted.receipts);
  const appliedConnections = await applyConnections(transaction, connections);
  const continued = await continueChats(transaction.sql, entries);
  const { messages, ...others } = continued === entries ? sorted : sortByKind(continued);
  const { echoes, watermarks, changes, receipts, reactions, preferences, eventOnly, connections: _, ...rest } = others;
  rest satisfies Record<string, never>; // every kind is applied below
  const preferring = await lockPreferring(transaction, preferences);
  const appliedEchoes = await applyEchoes(transaction, echoes);
  const prepared = await prepareMessages(transaction, [...messages, ...appliedEchoes.foreign]);
  const areMessages = Object.values(others).every((items) => items.length === 0);
  if (areMessages && prepared.isComplete)
    return mapUnsent(writeMessages(prepared), ({ stored, repeated, instanceIds, committed }) => ({
      stored,
      repeated,
      instanceIds,
      committed,
      changedTenantIds: [],
      early: [],
    }));
  const appliedMessages = await sendNow(transaction.sql, writeMessages(prepared));
  const { receivedAt } = prepared;
  const answerable = prepared.messages.filter(({ rating }) => rating === null);
  await writeRatings(
    transaction.sql,
    prepared.messages.flatMap(({ rating }) => rating ?? []),
  );
  await updateBotTurns(transaction.sql, answerable, receivedAt);
  await noteUnattended(transaction.sql, answerable, receivedAt);
  const waiting = await findWaiting(transaction, appliedMessages.awaited);
  const appliedChanges = await applyChanges(transaction, [...waiting.changes, ...changes]);
  const appliedReceipts = await applyReceipts(transaction, [...waiting.receipts, ...receipts], tenants);
  const { events, instanceIds, ...counts } = sumApplied([
    appliedConnections,
    appliedEchoes,
    appliedMessages,
    appliedChanges,
    appliedReceipts,
    await applyWatermarks(transaction, [...waiting.watermarks, ...watermarks]),
    await applyKeptWatermarks(transaction, [...appliedEchoes.touched, ...appliedMessages.touched]),
    await applyReactions(transaction, [...waiting.reactions, ...reactions]),
    await applyEventOnly(transaction, eventOnly),
    await applyConsentWords(transaction, prepared.messages),
    await applyPreferences(transaction, preferring),
  ]);
  const { changedTenantIds } = appliedChanges;
  const early = appliedReceipts.early.map(({ item }) => item);
  // A hand-over must hold all new deliveries of its keys; those of the other events are read from the tables.
  return mapUnsent(unsentRows(events), (woken) => ({
    ...counts,
    instanceIds: [...instanceIds, ...woken],
    committed: [],
    changedTenantIds,
    early,
  }));
}

/**
 * Locks the tenants whose credit these receipts may move, because they refuse a send that is not settled: the first lock
 * of a transaction that applies them (docs/architecture.md#one-order-of-locks). Returns the tenants by id.
 */
const lockRefundedTenants = (
  sql: Sql,
  receipts: readonly Addressed<'receipt'>[],
): Promise<ReadonlyMap<number, LockedTenant>> =>
  lockRefundableTenants(
    sql,
    receipts.filter(({ item }) => item.status === 'failed' && item.error !== null).map(namedSendOf),
  );
