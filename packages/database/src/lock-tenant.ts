import type { Sql } from './sql.ts';
import { defineStatement } from './statement.ts';

const lock = defineStatement({
  name: 'tenant.lock',
  text: 'SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE',
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

/** Until the transaction ends, every other transaction that locks the tenant waits: a bound on what it may have is decided by one after the other. */
export async function lockTenant(sql: Sql, tenantId: number): Promise<void> {
  await lock.first(sql, { tenantId });
}
