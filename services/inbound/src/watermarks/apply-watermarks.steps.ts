import { at } from '@parley/common/at';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { Addressed, TouchedConversation } from '../batch/addressed.rules.ts';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { advanceMarks, applyMarks, decideWatermarks } from './apply-watermark.rules.ts';
import { moveEvent, moveStep } from './message-move.rules.ts';
import { lockCoveredMessages, storeMarks, storeMoves } from './watermark.store.ts';
import { loadWatermarkFacts } from './watermark-facts.store.ts';

/**
 * Applies receipts for everything up to a time (fb) or a message (ig): each covered message moves forward and causes
 * one event; skipped steps are not invented (docs/reference/events.md#messagestatus). A watermark that may cover an
 * unsettled send waits for that send, one that names a message that is not stored waits for that message.
 */
export async function applyWatermarks(
  { sql, now }: ApplyTransaction,
  watermarks: readonly Addressed<'watermark'>[],
): Promise<Applied> {
  if (watermarks.length === 0) return nothingApplied();
  const reported = watermarks.map(({ account, item }) => ({
    tenantId: account.tenantId,
    channel: account.channel,
    channelAccountId: account.id,
    peer: item.peer,
    status: item.status,
    until: item.until,
    untilProviderId: item.untilProviderId,
    at: item.at,
  }));
  const { covered, marks, ...facts } = await loadWatermarkFacts(sql, reported);
  const placed = reported.map((watermark, index) => ({ ...watermark, covers: at(covered, index) }));
  const results = decideWatermarks(placed, facts);
  const advanced = advanceMarks(marks, placed);

  await storeMarks(
    sql,
    [...advanced].map(([id, reached]) => ({ id, ...reached })),
  );
  await storeMoves(
    sql,
    results.flatMap(({ moves }) => moves.map(moveStep)),
  );
  const receivedAt = now();
  const events: OutboxRow[] = [];
  const waiting = [];
  for (const [index, { account, item }] of watermarks.entries()) {
    const result = at(results, index);
    events.push(...result.moves.map((move) => moveEvent(account, move, receivedAt)));
    const { waits, waitsFor } = result;
    if (waits) waiting.push({ accountId: account.id, providerMessageId: item.untilProviderId ?? '', item, waitsFor });
  }
  await storePending(sql, waiting);
  const stored = results.filter(({ moves, waits }) => waits || moves.length > 0).length;
  return { stored, repeated: watermarks.length - stored, events, instanceIds: [] };
}

/** Applies the stored watermarks of conversations to messages that arrived, or got their provider time, after them. */
export async function applyKeptWatermarks(
  { sql, now }: ApplyTransaction,
  touched: readonly TouchedConversation[],
): Promise<Applied> {
  const accounts = new Map(touched.map(({ account, conversationId }) => [conversationId, account]));
  const moves = applyMarks(await lockCoveredMessages(sql, [...accounts.keys()]));
  await storeMoves(sql, moves.map(moveStep));
  const receivedAt = now();
  const events = moves.flatMap((move) => {
    const account = accounts.get(move.message.conversationId);
    return account ? [moveEvent(account, move, receivedAt)] : [];
  });
  return { stored: 0, repeated: 0, events, instanceIds: [] };
}
