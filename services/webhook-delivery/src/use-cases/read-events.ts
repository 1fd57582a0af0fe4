import { type CallContext, callerOf } from '@parley/common/call-context';
import type { events } from '@parley/common/contracts/account/events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { countFitting } from '@parley/common/fit-answer';
import type { LedgerKey, LedgerPosition } from '../domain/ledger-page.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findPosition, findStart, readLedger } from '../storage/ledger-store.ts';

const UNKNOWN_AFTER =
  'after is not the id of an event of this account, or of one older than 30 days: leave it out to begin with the oldest event that is kept.';

async function findFrom(
  { database }: WebhookDeliveryService,
  { tenantId, instanceId }: LedgerKey,
  after: string | undefined,
): Promise<LedgerPosition> {
  if (after === undefined) return findStart(database.prisma, instanceId);
  const position = await findPosition(database.prisma, tenantId, after);
  if (!position) throw invalidField('after', UNKNOWN_AFTER);
  return position;
}

/** A key's event ledger (docs/reference/webhook-delivery.md#event-ledger). Errors: invalid_after. */
export async function readEvents(
  service: WebhookDeliveryService,
  { after, limit }: InputOf<typeof events>,
  context: CallContext,
): Promise<OutputOf<typeof events>> {
  const key = callerOf(context);
  const { database, lookAtMost } = service;
  const page = await readLedger(database, key, await findFrom(service, key, after), { limit, lookAtMost });
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
