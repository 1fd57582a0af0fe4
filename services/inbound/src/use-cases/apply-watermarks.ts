import { at } from '@parley/common/at';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { Addressed } from '../domain/addressed.ts';
import { type Applied, nothingApplied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { advanceMarks, decideWatermarks } from '../domain/apply-watermark.ts';
import { moveEvent, moveStep } from '../domain/message-move.ts';
import { loadWatermarkFacts } from '../storage/load-watermark-facts.ts';
import { storePending } from '../storage/pending-store.ts';
import { storeMarks, storeMoves } from '../storage/watermark-store.ts';

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
