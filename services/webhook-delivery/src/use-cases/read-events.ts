import { type CallContext, callerOf } from '@parley/common/call-context';
import type { events } from '@parley/common/contracts/account/events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { countFitting } from '@parley/common/fit-answer';
import {
  boundSince,
  isExpired,
  KEEP_DAYS,
  LEDGER_START,
  type LedgerKey,
  type LedgerPosition,
} from '../domain/ledger-page.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findPosition, findStart, readLedger } from '../storage/ledger-store.ts';
import { findLedgerEnd } from '../storage/tenant-ledger-store.ts';

const UNKNOWN_AFTER =
  'after is not the id of an event of this account: leave it out to begin with the oldest event that is kept.';
const EXPIRED_AFTER = `after is older than ${KEEP_DAYS} days, so that events after it may be gone: continue with after=${LEDGER_START}, before the oldest event that is kept.`;

/** The answer to a reader that stopped for longer than events are kept: it must learn that it may have missed some. */
const expiredAfter = (): AppError =>
  new AppError('invalid_after', {
    message: EXPIRED_AFTER,
    details: [{ field: 'after', code: 'invalid_after', message: EXPIRED_AFTER }],
    body: { oldest_after: LEDGER_START },
  });

async function findFrom(
  { database, now }: WebhookDeliveryService,
  { tenantId, instanceId }: LedgerKey,
  after: string | undefined,
  since: Date,
): Promise<LedgerPosition> {
  if (after === undefined || after === LEDGER_START) return findStart(database.prisma, instanceId, since);
  const position = await findPosition(database.prisma, tenantId, after);
  if (!position) throw isExpired(after, now()) ? expiredAfter() : invalidField('after', UNKNOWN_AFTER);
  return position;
}

/**
 * The end of the ledger. It is before the oldest running transaction, so that the events of that transaction come after it.
 */
async function readEnd({ database }: WebhookDeliveryService, tenantId: number): Promise<OutputOf<typeof events>> {
  const nextAfter = (await findLedgerEnd(database, tenantId)) ?? LEDGER_START;
  return { ok: true, count: 0, events: [], nextAfter, hasMore: false };
}

/** A key's event ledger (docs/reference/webhook-delivery.md#event-ledger). Errors: invalid_after. */
export async function readEvents(
  service: WebhookDeliveryService,
  { after, since, limit }: InputOf<typeof events>,
  context: CallContext,
): Promise<OutputOf<typeof events>> {
  const key = callerOf(context);
  if (after === 'latest') return readEnd(service, key.tenantId);
  const { database, lookAtMost } = service;
  const createdSince = boundSince(since);
  const from = await findFrom(service, key, after, createdSince);
  const page = await readLedger(database, key, from, { limit, lookAtMost, since: createdSince });
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
}
