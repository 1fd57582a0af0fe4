import { mapUnsent, sendNow } from '@parley/database/unsent';
import { unsentRows } from '@parley/messaging/outbox/append-events';
import { type AddressedItem, type AddressedMessage, type ByKind, sortByKind } from '../domain/addressed.ts';
import { type LastWrites, sumApplied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { takePendingOf } from '../storage/pending-store.ts';
import { writeRatings } from '../storage/rating-store.ts';
import { applyChanges } from './apply-changes.ts';
import { applyConnections } from './apply-connections.ts';
import { applyConsentWords } from './apply-consent-words.ts';
import { applyEchoes } from './apply-echoes.ts';
import { applyEventOnly } from './apply-event-only.ts';
import { applyKeptWatermarks } from './apply-kept-watermarks.ts';
import { applyPreferences } from './apply-preferences.ts';
import { applyReactions } from './apply-reactions.ts';
import { applyReceipts } from './apply-receipts.ts';
import { applyWatermarks } from './apply-watermarks.ts';
import { continueChats } from './continue-chats.ts';
import { lockPreferring } from './lock-preferring.ts';
import { lockRefundedTenants } from './lock-refunded-tenants.ts';
import { noteUnattended } from './note-unattended.ts';
import { prepareMessages } from './prepare-messages.ts';
import { updateBotTurns } from './update-bot-turns.ts';
import { writeMessages } from './write-messages.ts';

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
