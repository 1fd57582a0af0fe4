import { type CallContext, memberOf } from '@parley/common/call-context';
import type { liveEvents } from '@parley/common/contracts/console/live-events';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { LedgerPosition } from '../domain/ledger-page.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findPosition } from '../storage/ledger-store.ts';
import { findLedgerEnd, readTenantLedger, type TenantEvent } from '../storage/tenant-ledger-store.ts';

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
export async function readTenantEvents(
  service: WebhookDeliveryService,
  { after, limit }: InputOf<typeof liveEvents>,
  context: CallContext,
): Promise<Page> {
  const { database } = service;
  const { tenantId } = memberOf(context);
  if (tenantId === null) throw new AppError('no_tenant_chosen');
  if (after === undefined) return startAtEnd(service, tenantId);
  const position = after === null ? BEFORE_ALL : await findPosition(database.prisma, tenantId, after);
  if (!position) return startAtEnd(service, tenantId);
  const found = await readTenantLedger(database, tenantId, position, limit + 1);
  const events = found.slice(0, limit).map(toView);
  return { isStart: false, events, nextAfter: events.at(-1)?.id ?? after, hasMore: found.length > limit };
}
