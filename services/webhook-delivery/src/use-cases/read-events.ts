import type { Caller } from '@parley/common/call-context';
import type { events } from '@parley/common/contracts/account/events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import { countFitting } from '@parley/common/fit-answer';
import type { LedgerPage, LedgerPosition } from '../storage/ledger-store.ts';

type LedgerKey = { tenantId: number; instanceId: string };

export interface ReadEventsDeps {
  findPosition(tenantId: number, eventId: string): Promise<LedgerPosition | null>;
  findStart(instanceId: string): Promise<LedgerPosition>;
  readLedger(key: LedgerKey, after: LedgerPosition, bounds: { limit: number; lookAtMost: number }): Promise<LedgerPage>;
  /** Maximum events of the tenant that one call reads; default 5000. */
  lookAtMost?: number;
}

/**
 * A key with few events in a busy tenant's ledger passes a month of ten million events in 2000 calls, none of which is
 * slow.
 */
const LOOK_AT_MOST = 5000;

/** A key's event ledger (docs/reference/webhook-delivery.md#event-ledger). Errors: invalid_after. */
export function makeReadEvents(deps: ReadEventsDeps) {
  const { lookAtMost = LOOK_AT_MOST } = deps;
  async function positionOf({ tenantId, instanceId }: LedgerKey, after: string | undefined): Promise<LedgerPosition> {
    if (after === undefined) return deps.findStart(instanceId);
    const position = await deps.findPosition(tenantId, after);
    if (position) return position;
    throw invalidField(
      'after',
      'after is not the id of an event of this account, or of one older than 30 days: leave it out to begin with the oldest event that is kept.',
    );
  }
  return async (
    { tenantId, instanceId }: Pick<Caller, 'tenantId' | 'instanceId'>,
    { after, limit }: InputOf<typeof events>,
  ): Promise<OutputOf<typeof events>> => {
    const key = { tenantId, instanceId };
    const position = await positionOf(key, after);
    const page = await deps.readLedger(key, position, { limit, lookAtMost });
    const read = page.events.map(({ id, type, createdAt, data }) => ({
      id,
      event: type,
      instance_id: instanceId,
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
  };
}
