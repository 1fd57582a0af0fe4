import type { Sql } from '@parley/prisma/sql';

/**
 * Sends that were under way when their process died: from now on their outcome is unknown. `graceMs` is left to a
 * process that lives and could only not store what it knows. Answers how many.
 */
export async function markInterrupted(sql: Sql, now: Date, graceMs: number, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'send-mark-interrupted',
    text: `UPDATE messages SET status = 'unknown', settle_by = $1::timestamptz + $2 * interval '1 millisecond'
            WHERE id IN (SELECT id FROM messages WHERE status = 'sending' AND settle_by < $1
                          ORDER BY settle_by LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    values: [now, graceMs, limit],
  });
  return rowCount;
}

/** Sends of unknown outcome that nobody will tell about any more: at once where no receipt and no echo can confirm them. */
export async function findHopeless(sql: Sql, now: Date, confirmMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'send-find-hopeless',
    text: `SELECT id FROM messages
            WHERE status = 'unknown'
              AND settle_by < CASE channel WHEN 'tg' THEN $1::timestamptz ELSE $1 - $2 * interval '1 millisecond' END
            ORDER BY settle_by LIMIT $3`,
    values: [now, confirmMs, limit],
  });
  return rows.map(({ id }) => id);
}

/** Removes Idempotency-Keys older than 24 h, a batch at a time. Answers how many. */
export async function dropOldIdempotencyKeys(sql: Sql, now: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'send-drop-idempotency-keys',
    text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
             SELECT instance_id, action, key FROM idempotency_keys
              WHERE created_at < $1::timestamptz - interval '24 hours'
              ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [now, limit],
  });
  return rowCount;
}
