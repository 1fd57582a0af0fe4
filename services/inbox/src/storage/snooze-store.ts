import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/**
 * Brings conversations back whose time has come, with a line in their threads: one statement, so that a kill leaves
 * either both or neither. Of two workers each takes other rows; a row that a change holds is taken in the next round.
 * They become the newest of the list, where members look.
 */
const wake = defineStatement({
  name: 'inbox.wake-snoozed',
  text: `WITH due AS MATERIALIZED (
           SELECT c.id FROM conversations c WHERE c.snoozed_until <= $1
            ORDER BY c.snoozed_until LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED),
         woken AS (
           UPDATE conversations c
              SET is_snoozed = false, snoozed_until = NULL, last_message_at = greatest(c.last_message_at, $1)
             FROM due WHERE c.id = due.id
           RETURNING c.id, c.tenant_id),
         shown AS (
           INSERT INTO conversation_changes (conversation_id, kind, at) SELECT id, 'woken', $1 FROM woken)
         SELECT tenant_id FROM woken`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { tenantId: 'int4' },
});

/** Brings a batch back. Returns the tenant of each. */
export const wakeDue = async (sql: Sql, now: Date, limit: number): Promise<number[]> =>
  (await wake.all(sql, { now, limit: String(limit) })).map(({ tenantId }) => tenantId);
