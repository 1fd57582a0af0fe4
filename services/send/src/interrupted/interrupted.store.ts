import { CHANNELS } from '@parley/common/channels';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { expiredBefore } from './interrupted.rules.ts';

/** When the first running send, or one with an unknown outcome, must be settled; null when there is none. */
export const findSettleBy = defineDue({
  name: 'send.find-unsettled',
  text: `SELECT min(settle_by) AS due_at FROM messages WHERE status IN ('sending', 'unknown')`,
});

const markUnknown = defineStatement({
  name: 'send.mark-interrupted',
  text: `UPDATE messages SET status = 'unknown', settle_by = $2
          WHERE id IN (SELECT id FROM messages WHERE status = 'sending' AND settle_by < $1
                        ORDER BY settle_by LIMIT $3::int4 FOR NO KEY UPDATE SKIP LOCKED)`,
  params: { now: 'timestamptz', settleBy: 'timestamptz', limit: 'int4' },
});

/**
 * Marks the outcome of sends whose process died as unknown. `graceMs` is the time for a live process that could not
 * store the outcome yet. Returns how many.
 */
export const markInterrupted = (sql: Sql, now: Date, graceMs: number, limit: number): Promise<number> =>
  markUnknown.run(sql, { now, settleBy: new Date(now.getTime() + graceMs), limit });

const selectExpiredUnknown = defineBatchStatement({
  name: 'send.find-expired-unknown',
  text: (
    items,
  ) => `SELECT m.id AS message_id, m.tenant_id FROM messages m JOIN ${items.as('w')} ON w.channel = m.channel
          WHERE m.status = 'unknown' AND m.settle_by < w.before
          ORDER BY m.settle_by LIMIT $3::int4`,
  items: { channel: 'text', before: 'timestamptz' },
  params: { limit: 'int4' },
  row: { messageId: 'int8', tenantId: 'int4' },
});

/** Sends with an unknown outcome that can no longer be confirmed. */
export async function findExpiredUnknownSends(
  sql: Sql,
  now: Date,
  confirmMs: number,
  limit: number,
): Promise<{ messageId: string; tenantId: number }[]> {
  const waits = CHANNELS.map((channel) => ({ channel, before: expiredBefore(channel, now, confirmMs) }));
  return selectExpiredUnknown.all(sql, waits, { limit });
}

const deleteOldKeys = defineStatement({
  name: 'send.drop-idempotency-keys',
  text: `DELETE FROM idempotency_keys WHERE (instance_id, action, key) IN (
           SELECT instance_id, action, key FROM idempotency_keys
            WHERE created_at < $1 ORDER BY created_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz', limit: 'int4' },
});

const DAY_MS = 24 * 3_600_000;

/** Deletes a batch of Idempotency-Keys older than 24 h. Returns how many. */
export const dropOldIdempotencyKeys = (sql: Sql, now: Date, limit: number): Promise<number> =>
  deleteOldKeys.run(sql, { before: new Date(now.getTime() - DAY_MS), limit });
