import type { LockedTenant } from '@parley/database/lock-tenant';
import type { Sql } from '@parley/database/sql';
import type { Addressed } from '../domain/addressed.ts';
import { namedSendOf } from '../domain/named-send.ts';
import { lockRefundableTenants } from '../storage/receipt-store.ts';

/**
 * Locks the tenants whose credit these receipts may move, because they refuse a send that is not settled: the first lock
 * of a transaction that applies them (docs/architecture.md#one-order-of-locks). Returns the tenants by id.
 */
export const lockRefundedTenants = (
  sql: Sql,
  receipts: readonly Addressed<'receipt'>[],
): Promise<ReadonlyMap<number, LockedTenant>> =>
  lockRefundableTenants(
    sql,
    receipts.filter(({ item }) => item.status === 'failed' && item.error !== null).map(namedSendOf),
  );
