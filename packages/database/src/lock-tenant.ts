import type { Sql } from './sql.ts';
import { defineStatement } from './statement.ts';

const lock = defineStatement({
  name: 'tenant.lock',
  plan: 'index',
  text: 'SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE',
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

/**
 * Locks the tenant until the transaction ends: transactions that check one of its limits, or move its credit, run one
 * after the other.
 */
export async function lockTenant(sql: Sql, tenantId: number): Promise<void> {
  await lock.first(sql, { tenantId });
}
