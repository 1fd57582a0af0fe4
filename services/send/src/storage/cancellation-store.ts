import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** A key whose scheduled messages are being cancelled. */
export interface Cancellation {
  instanceId: string;
  tenantId: number;
}

const findNext = defineStatement({
  name: 'send.find-cancellation',
  text: `SELECT c.instance_id, k.tenant_id FROM scheduled_cancellations c JOIN api_keys k ON k.instance_id = c.instance_id
          ORDER BY c.instance_id <= $1, c.instance_id LIMIT 1`,
  params: { after: 'text' },
  row: { instanceId: 'text', tenantId: 'int4' },
});

/** The next key after this one, and the first one after the last: keys take turns. */
export const findCancellation = (sql: Sql, after: string): Promise<Cancellation | null> =>
  findNext.first(sql, { after });

const take = defineStatement({
  name: 'send.take-scheduled-of-key',
  plan: 'index',
  text: `DELETE FROM scheduled_sends WHERE message_id IN (
           SELECT message_id FROM scheduled_sends WHERE instance_id = $1 ORDER BY due_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED)
         RETURNING message_id`,
  params: { instanceId: 'text', limit: 'int4' },
  row: { messageId: 'int8' },
});

/** Takes scheduled messages of a key out of their queues, those that are due first. */
export const takeScheduledOfKey = async (sql: Sql, instanceId: string, limit: number): Promise<string[]> =>
  (await take.all(sql, { instanceId, limit })).map(({ messageId }) => messageId);

const end = defineStatement({
  name: 'send.end-cancellation',
  text: `DELETE FROM scheduled_cancellations c WHERE c.instance_id = $1 AND c.requested_at < $2
            AND NOT EXISTS (SELECT 1 FROM scheduled_sends s WHERE s.instance_id = c.instance_id)`,
  params: { instanceId: 'text', before: 'timestamptz' },
});

/** Ends a cancellation that was requested before this moment and has nothing left to do. */
export async function endCancellation(sql: Sql, instanceId: string, before: Date): Promise<void> {
  await end.run(sql, { instanceId, before });
}
