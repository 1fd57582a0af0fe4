import type { Sql } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';

declare const LOCKED: unique symbol;

/** Proof that a transaction has locked a tenant's row, for functions that must only be called under this lock. */
export interface LockedTenant {
  readonly id: number;
  readonly [LOCKED]: true;
}

const lock = defineStatement({
  name: 'tenants.lock',
  plan: 'index',
  text: 'SELECT id FROM tenants WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
  params: { tenantIds: 'int4[]' },
  row: { id: 'int4' },
});

/** Marks the rows of a statement that has locked these tenants. */
export const asLocked = (rows: readonly { id: number }[]): ReadonlyMap<number, LockedTenant> =>
  // safe: the mark exists only for the compiler
  new Map(rows.map((row) => [row.id, row as LockedTenant]));

/**
 * Locks tenants until the transaction ends, in the order of their ids: transactions that check a tenant's limits, or
 * move its credit, run one after the other. Call it before any other lock
 * (docs/architecture.md#one-order-of-locks). Returns them by id, without those that do not exist.
 */
export async function lockTenants(sql: Sql, tenantIds: readonly number[]): Promise<ReadonlyMap<number, LockedTenant>> {
  return asLocked(await lock.all(sql, { tenantIds: [...new Set(tenantIds)] }));
}

/** {@link lockTenants} for one tenant; throws when it does not exist. */
export async function lockTenant(sql: Sql, tenantId: number): Promise<LockedTenant> {
  const tenant = (await lockTenants(sql, [tenantId])).get(tenantId);
  if (!tenant) throw new Error(`Tenant ${tenantId} does not exist.`);
  return tenant;
}
