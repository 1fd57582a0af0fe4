import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { countFitting } from '@parley/common/contract/fit-answer';
import { events } from '@parley/common/contracts/account/events';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { WebhookDeliveryService } from '../service.ts';
import {
  AFTER_ALL,
  boundSince,
  isExpired,
  KEEP_DAYS,
  LEDGER_START,
  type LedgerOrder,
  type LedgerPosition,
} from './ledger.rules.ts';
import { findLedgerEnd, findPosition, findStart, readLedger } from './ledger.store.ts';

const UNKNOWN_AFTER =
  'after is not the id of an event of this account: leave it out to begin with the oldest event that is kept.';
const LATEST_OF_NEWEST =
  'after=latest is the end of the ledger, after which a list with order=newest has nothing: leave after out to begin with the newest event.';
const EXPIRED_AFTER = `after is older than ${KEEP_DAYS} days, so that events after it may be gone: continue with after=${LEDGER_START}, before the oldest event that is kept.`;

/** The answer to a reader that stopped for longer than events are kept: it must learn that it may have missed some. */
const expiredAfter = (): AppError =>
  new AppError('invalid_after', {
    message: EXPIRED_AFTER,
    details: [{ field: 'after', code: 'invalid_after', message: EXPIRED_AFTER }],
    body: { oldest_after: LEDGER_START },
  });

/**
 * The position after which a list continues; null where a list that goes back has come to events that are no longer kept.
 */
async function findFrom(
  { database, now }: WebhookDeliveryService,
  tenantId: number,
  after: string | undefined,
  order: LedgerOrder,
  start: LedgerPosition,
): Promise<LedgerPosition | null> {
  if (after === undefined) return order === 'oldest' ? start : AFTER_ALL;
  if (after === LEDGER_START) return order === 'oldest' ? start : null;
  const position = await findPosition(database.prisma, tenantId, after);
  if (position) return position;
  if (!isExpired(after, now())) throw invalidField('after', UNKNOWN_AFTER);
  if (order === 'oldest') throw expiredAfter();
  return null;
}

/**
 * The end of the ledger. It is before the oldest running transaction, so that the events of that transaction come after it.
 */
async function readEnd({ database }: WebhookDeliveryService, tenantId: number): Promise<OutputOf<typeof events>> {
  const nextAfter = (await findLedgerEnd(database, tenantId)) ?? LEDGER_START;
  return { ok: true, count: 0, events: [], nextAfter, hasMore: false };
}

/** A key's event ledger (docs/reference/webhook-delivery.md#event-ledger). Errors: invalid_after. */
export const readEvents = verb(events, async (service: WebhookDeliveryService, input, context) => {
  const { after, order = 'oldest', limit, type = null, channel = null, conversationId = null } = input;
  const key = callerOf(context);
  if (after === 'latest' && order === 'newest') throw invalidField('after', LATEST_OF_NEWEST);
  if (after === 'latest') return readEnd(service, key.tenantId);
  const { database, lookAtMost } = service;
  const since = boundSince(input.since);
  const start = await findStart(database.prisma, key.instanceId, since);
  const from = await findFrom(service, key.tenantId, after, order, start);
  if (from === null) return { ok: true, count: 0, events: [], nextAfter: after ?? null, hasMore: false };
  const filter = { type, channel, conversationId };
  const page = await readLedger(database, key, { order, from, start, since, filter, limit, lookAtMost });
  const read = page.events.map(({ id, type, createdAt, data }) => ({
    id,
    event: type,
    instance_id: key.instanceId,
    created_at: createdAt.toISOString(),
    data: JSON.parse(data),
  }));
  const shown = read.slice(0, countFitting(read));
  const last = shown.length < read.length ? shown.at(-1) : undefined;
  return {
    ok: true,
    count: shown.length,
    events: shown,
    nextAfter: last?.id ?? page.lastId ?? after ?? null,
    hasMore: page.hasMore || last !== undefined,
  };
});
