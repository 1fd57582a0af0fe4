import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const insert = defineStatement({
  name: 'delivery.write-test-event',
  text: `WITH receiver AS (
                SELECT instance_id, is_platform FROM webhook_targets WHERE scope = $1 AND instance_id = $2 AND revoked_at IS NULL),
              written AS (
                INSERT INTO events (id, tenant_id, instance_id, type, channel, data, created_at, position)
                SELECT $3, nullif($1, 0), instance_id, $4, 'test', $5, $6,
                       CASE WHEN NOT is_platform THEN pg_current_xact_id()::text::bigint + (SELECT shift FROM ledger_clock) END
                  FROM receiver RETURNING seq)
         INSERT INTO deliveries (instance_id, event_seq) SELECT receiver.instance_id, written.seq FROM receiver, written RETURNING id`,
  params: { scope: 'int4', instanceId: 'text', eventId: 'text', type: 'text', data: 'text', at: 'timestamptz' },
  row: { id: 'int8' },
});

/**
 * Writes an event for one key or platform webhook only, regardless of its subscriptions. Returns its
 * delivery; null when the scope has no such key or webhook.
 */
export async function insertTestEvent(
  sql: Sql,
  event: { scope: number; instanceId: string; eventId: string; type: string; data: string; at: Date },
): Promise<string | null> {
  return (await insert.first(sql, event))?.id ?? null;
}
