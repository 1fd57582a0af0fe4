import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const DAY_MS = 86_400_000;

const endOfRevoked = defineStatement({
  name: 'delivery.end-revoked',
  text: `WITH ended AS (
           DELETE FROM deliveries WHERE id IN (
             SELECT d.id FROM deliveries d JOIN webhook_targets k ON k.instance_id = d.instance_id
              WHERE k.revoked_at IS NOT NULL LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
           RETURNING *)
         INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at)
         SELECT id, instance_id, event_seq, 'failed', attempt, created_at, now() FROM ended ON CONFLICT DO NOTHING`,
  params: { limit: 'int8' },
});

/**
 * Ends deliveries of revoked keys and deleted platform webhooks as failed, so that they stay visible. Returns how many.
 */
export const endRevoked = (sql: Sql, limit: number): Promise<number> => endOfRevoked.run(sql, { limit: String(limit) });

const dropLogged = defineStatement({
  name: 'delivery.drop-old-log',
  text: `DELETE FROM delivery_log WHERE id IN (SELECT id FROM delivery_log_default WHERE ended_at < $1 LIMIT $2)`,
  params: { before: 'timestamptz', limit: 'int8' },
});
const dropAttempts = defineStatement({
  name: 'delivery.drop-old-attempts',
  text: 'DELETE FROM delivery_attempts_default WHERE at < $1',
  params: { before: 'timestamptz' },
});
const dropEvents = defineStatement({
  name: 'delivery.drop-old-events',
  text: `DELETE FROM events WHERE seq IN (
           SELECT e.seq FROM events e
            WHERE e.seq < $1 AND e.created_at < $2
              AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq = e.seq) LIMIT $3)`,
  params: { beforeSeq: 'int8', before: 'timestamptz', limit: 'int8' },
});

/**
 * Deletes expired rows that no dropped partition contains, a limited number per call: rows of the default partition,
 * and unneeded rows of days that a waiting delivery of a paused webhook keeps.
 */
export async function dropOld(
  sql: Sql,
  { now, keepDays, limit }: { now: Date; keepDays: number; limit: number },
): Promise<void> {
  const before = new Date(now.getTime() - keepDays * DAY_MS);
  await dropLogged.run(sql, { before, limit: String(limit) });
  await dropAttempts.run(sql, { before });
  await dropEvents.run(sql, { beforeSeq: firstOfDay(dayOf(before)), before, limit: String(limit) });
}
