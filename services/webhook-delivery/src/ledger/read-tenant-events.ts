import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { WebhookDeliveryService } from '../service.ts';
import type { LedgerPosition } from './ledger.rules.ts';
import { findLedgerEnd, findPosition, readTenantLedger, type TenantEvent } from './ledger.store.ts';

type Page = OutputOf<typeof liveEvents>;

const BEFORE_ALL: LedgerPosition = { position: '-1', seq: '0' };

const toView = ({ id, type, channel, conversationId, createdAt }: TenantEvent) => ({
  id,
  event: type,
  channel,
  conversationId,
  createdAt: createdAt.toISOString(),
});

async function startAtEnd({ database }: WebhookDeliveryService, tenantId: number): Promise<Page> {
  return { isStart: true, events: [], nextAfter: await findLedgerEnd(database, tenantId), hasMore: false };
}

/**
 * The live events of a member's tenant (docs/reference/console.md#live-events). An unknown or deleted event starts at
 * the newest one. Errors: no_tenant_chosen.
 */
export const readTenantEvents = verb(liveEvents, async (service: WebhookDeliveryService, { after, limit }, context) => {
  const { database } = service;
  const { tenantId } = memberOf(context);
  if (tenantId === null) throw new AppError('no_tenant_chosen');
  if (after === undefined) return startAtEnd(service, tenantId);
  const position = after === null ? BEFORE_ALL : await findPosition(database.prisma, tenantId, after);
  if (!position) return startAtEnd(service, tenantId);
  const found = await readTenantLedger(database, tenantId, position, limit + 1);
  const events = found.slice(0, limit).map(toView);
  return { isStart: false, events, nextAfter: events.at(-1)?.id ?? after, hasMore: found.length > limit };
});
