import type { MemberCaller } from '@parley/common/call-context';
import type { liveEvents } from '@parley/common/contracts/console/live-events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { LedgerPosition } from '../storage/ledger-store.ts';
import type { TenantEvent } from '../storage/tenant-ledger-store.ts';

export interface ReadTenantEventsDeps {
  findPosition(tenantId: number, eventId: string): Promise<LedgerPosition | null>;
  findEnd(tenantId: number): Promise<string | null>;
  read(tenantId: number, after: LedgerPosition, limit: number): Promise<TenantEvent[]>;
}

type Page = OutputOf<typeof liveEvents>;

const BEFORE_ALL: LedgerPosition = { position: '-1', seq: '0' };

const toView = ({ id, type, channel, conversationId, createdAt }: TenantEvent) => ({
  id,
  event: type,
  channel,
  conversationId,
  createdAt: createdAt.toISOString(),
});

/**
 * The live events of a member's tenant (docs/reference/console.md#live-events). An unknown or deleted event starts at
 * the newest one. Errors: no_tenant_chosen.
 */
export function makeReadTenantEvents(deps: ReadTenantEventsDeps) {
  const start = async (tenantId: number): Promise<Page> => ({
    isStart: true,
    events: [],
    nextAfter: await deps.findEnd(tenantId),
    hasMore: false,
  });
  return async (
    { tenantId }: Pick<MemberCaller, 'tenantId'>,
    { after, limit }: InputOf<typeof liveEvents>,
  ): Promise<Page> => {
    if (tenantId === null) throw new AppError('no_tenant_chosen');
    if (after === undefined) return start(tenantId);
    const position = after === null ? BEFORE_ALL : await deps.findPosition(tenantId, after);
    if (!position) return start(tenantId);
    const found = await deps.read(tenantId, position, limit + 1);
    const events = found.slice(0, limit).map(toView);
    return {
      isStart: false,
      events,
      nextAfter: events.at(-1)?.id ?? after,
      hasMore: found.length > limit,
    };
  };
}
