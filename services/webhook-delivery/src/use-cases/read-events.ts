import type { events } from '@parley/common/contracts/account/events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { invalidField } from '@parley/common/errors';
import type { LedgerEvent, LedgerPosition } from '../storage/ledger-store.ts';

export interface ReadEventsDeps {
  findPosition(tenantId: number, eventId: string): Promise<LedgerPosition | null>;
  readLedger(
    key: { tenantId: number; instanceId: string },
    after: LedgerPosition | null,
    limit: number,
  ): Promise<LedgerEvent[]>;
}

/** A key's own event ledger (webhook-delivery.md, For the people who use it). Errors: invalid_after. */
export function makeReadEvents(deps: ReadEventsDeps) {
  return async (
    key: { tenantId: number; instanceId: string },
    { after, limit }: InputOf<typeof events>,
  ): Promise<OutputOf<typeof events>> => {
    const position = after === undefined ? null : await deps.findPosition(key.tenantId, after);
    if (after !== undefined && position === null)
      throw invalidField(
        'after',
        'after is not the id of an event of this account, or of one older than 30 days: leave it out to begin with the oldest event that is kept.',
      );
    const found = await deps.readLedger(key, position, limit + 1);
    const shown = found.slice(0, limit);
    return {
      ok: true,
      count: shown.length,
      events: shown.map(({ id, type, createdAt, data }) => ({
        id,
        event: type,
        instance_id: key.instanceId,
        created_at: createdAt.toISOString(),
        data: JSON.parse(data),
      })),
      next_after: shown.at(-1)?.id ?? after ?? null,
      has_more: found.length > limit,
    };
  };
}
