import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/prisma/sql';

const BATCH = 500;

/** First answers of sends to the person: they say whom they went to. A repeat with such a key is a new send from then on. */
export async function forgetSendsTo(sql: Sql, person: ErasedPerson): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'send-forget-sends',
    text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
             SELECT k.instance_id, k.action, k.key FROM messages m JOIN idempotency_keys k ON k.message_id = m.id
              WHERE m.tenant_id = $1 AND m.conversation_id = ANY ($2) AND m.status NOT IN ('sending', 'unknown')
              LIMIT ${BATCH})`,
    values: [person.tenant_id, person.conversation_ids],
  });
  return rowCount;
}

/** First answers of every key of the tenant, whatever the action. */
export async function forgetTenant(sql: Sql, tenantId: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'send-forget-tenant',
    text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
             SELECT k.instance_id, k.action, k.key FROM api_keys a JOIN idempotency_keys k ON k.instance_id = a.instance_id
              WHERE a.tenant_id = $1 LIMIT ${BATCH})`,
    values: [tenantId],
  });
  return rowCount;
}
