import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import { advanceMarks, applyMarks, applyWatermarks as decideWatermarks, type Move } from '../domain/apply-watermark.ts';
import { messageStatus } from '../domain/build-events.ts';
import type { ConnectedAccount } from '../domain/connected-account.ts';
import type { StoredMovable } from '../storage/watermark-store.ts';
import {
  type Addressed,
  type Applied,
  type ApplyContext,
  nothingApplied,
  type TouchedConversation,
} from './apply-context.ts';

type AddressedWatermark = Addressed<'watermark'>;
type StoredMove = Move<StoredMovable>;

const toStep = ({ message, status, at }: StoredMove) => ({ messageId: message.id, status, at });

function toEvent(account: ConnectedAccount, { message, status, at }: StoredMove, receivedAt: Date): OutboxRow {
  const { id: messageId, conversationId, peer, providerMessageId } = message;
  const known = { messageId, conversationId, peer, providerMessageId };
  return toOutboxRow(messageStatus(account, { status, at, error: null }, known, receivedAt));
}

/**
 * Applies receipts for everything up to a time (fb) or a message (ig): each covered message moves forward and causes
 * one event; skipped steps are not invented (docs/reference/events.md#messagestatus). A watermark that may cover an
 * unsettled send waits for that send, one that names a message that is not stored waits for that message.
 */
export async function applyWatermarks(
  context: ApplyContext,
  watermarks: readonly AddressedWatermark[],
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
  const { covered, marks, ...facts } = await context.store.loadWatermarkFacts(reported);
  const placed = reported.map((watermark, index) => ({ ...watermark, covers: covered[index] ?? null }));
  const results = decideWatermarks(placed, facts);
  const advanced = advanceMarks(marks, placed);

  await context.store.storeMarks([...advanced].map(([id, reached]) => ({ id, ...reached })));
  await context.store.storeMoves(results.flatMap(({ moves }) => moves.map(toStep)));
  const receivedAt = context.now();
  const events: OutboxRow[] = [];
  const waiting = [];
  for (const [index, { account, item }] of watermarks.entries()) {
    const result = results[index];
    if (!result) continue;
    events.push(...result.moves.map((move) => toEvent(account, move, receivedAt)));
    const { waits, waitsFor } = result;
    if (waits) waiting.push({ accountId: account.id, providerMessageId: item.untilProviderId ?? '', item, waitsFor });
  }
  await context.store.storePending(waiting);
  const stored = results.filter(({ moves, waits }) => waits || moves.length > 0).length;
  return { stored, repeated: watermarks.length - stored, events, instanceIds: [] };
}

/** Applies the stored watermarks of conversations to messages that arrived, or got their provider time, after them. */
export async function applyKeptWatermarks(
  context: ApplyContext,
  touched: readonly TouchedConversation[],
): Promise<Applied> {
  const accounts = new Map(touched.map(({ account, conversationId }) => [conversationId, account]));
  const moves = applyMarks(await context.store.lockCoveredMessages([...accounts.keys()]));
  await context.store.storeMoves(moves.map(toStep));
  const receivedAt = context.now();
  const events = moves.flatMap((move) => {
    const account = accounts.get(move.message.conversationId);
    return account ? [toEvent(account, move, receivedAt)] : [];
  });
  return { stored: 0, repeated: 0, events, instanceIds: [] };
}
