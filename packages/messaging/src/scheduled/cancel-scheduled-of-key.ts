import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const count = defineStatement({
  name: 'messaging.count-scheduled-of-key',
  plan: 'index',
  text: 'SELECT count(*)::int4 AS messages FROM scheduled_sends WHERE instance_id = $1',
  params: { instanceId: 'text' },
  row: { messages: 'int4!' },
});

/** The number of a key's scheduled messages that have not been sent. */
export const countScheduledOfKey = async (sql: Sql, instanceId: string): Promise<number> =>
  (await count.first(sql, { instanceId }))?.messages ?? 0;

const request = defineStatement({
  name: 'messaging.cancel-scheduled-of-key',
  text: `INSERT INTO scheduled_cancellations (instance_id, requested_at) VALUES ($1, $2)
         ON CONFLICT (instance_id) DO UPDATE SET requested_at = excluded.requested_at`,
  params: { instanceId: 'text', now: 'timestamptz' },
});

/**
 * Requests that the scheduled messages of a key are cancelled (docs/reference/sends.md#who-scheduled-it). From the
 * commit on none of them is sent; services/send ends them in batches.
 */
export async function cancelScheduledOfKey(sql: Sql, instanceId: string, now: Date): Promise<void> {
  await request.run(sql, { instanceId, now });
}
