import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const find = defineStatement({
  name: 'pairing.find-typing-tenants',
  text: `SELECT DISTINCT tenant_id FROM api_keys
          WHERE tenant_id = ANY ($1) AND enabled AND revoked_at IS NULL AND webhook_url IS NOT NULL
            AND 'contact.typing' = ANY (events) AND 'wd' = ANY (channels)`,
  params: { tenantIds: 'int4[]' },
  row: { tenantId: 'int4' },
});

/** The tenants, of those given, with a key that subscribes to `contact.typing` of linked devices. */
export async function findTypingTenants(sql: Sql, tenantIds: readonly number[]): Promise<Set<number>> {
  return new Set((await find.all(sql, { tenantIds: [...tenantIds] })).map(({ tenantId }) => tenantId));
}
