import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { Alarm } from '../use-cases/watch-deployment.ts';

const findRaised = defineStatement({
  name: 'notifications.find-alarm',
  text: 'SELECT raised_at FROM deployment_alarms WHERE subject = $1',
  params: { subject: 'text' },
  row: { raisedAt: 'timestamptz' },
});

export const isAlarmRaised = async (sql: Sql, subject: string): Promise<boolean> =>
  (await findRaised.first(sql, { subject })) !== null;

const raise = defineStatement({
  name: 'notifications.raise-alarm',
  text: 'INSERT INTO deployment_alarms (subject, raised_at) VALUES ($1, $2) ON CONFLICT (subject) DO NOTHING',
  params: { subject: 'text', raisedAt: 'timestamptz' },
});

const clear = defineStatement({
  name: 'notifications.clear-alarm',
  text: 'DELETE FROM deployment_alarms WHERE subject = $1',
  params: { subject: 'text' },
});

export async function clearAlarm(sql: Sql, subject: string): Promise<void> {
  await clear.run(sql, { subject });
}

/**
 * Raises an alarm with its fact, in one transaction; several who see the same at once raise it once. False where it is raised
 * already, and where nobody is a recipient: who becomes one is told at the next look.
 */
export const raiseAlarm = (
  { transaction }: Pick<Database, 'transaction'>,
  { subject, what, value, at }: Alarm,
): Promise<boolean> =>
  transaction(async (sql) => {
    if ((await raise.run(sql, { subject, raisedAt: at })) === 0) return false;
    const period = at.toISOString();
    const kind = 'disk_or_queue_growing';
    const facts = await writeFacts(sql, [
      { tenantId: null, kind, subject, period, data: { what, value }, happenedAt: at },
    ]);
    if (facts === 0) await clearAlarm(sql, subject);
    return facts > 0;
  });

/**
 * Of lanes that may deliver, of messages to people, and of sends whose outcome is overdue. What an ordered key has to deliver may
 * wait for an hour behind an older event of its conversation (docs/reference/webhook-delivery.md#ordered-delivery).
 */
const findOldest = defineStatement({
  name: 'notifications.find-oldest-work',
  text: `SELECT least((SELECT min(first.due_at + CASE WHEN k.ordered THEN interval '1 hour' ELSE interval '0' END)
                         FROM lanes l
                         LEFT JOIN api_keys k ON k.instance_id = l.instance_id
                         JOIN LATERAL (SELECT d.due_at FROM deliveries d WHERE d.instance_id = l.instance_id AND d.due_at <= $1
                                        ORDER BY d.due_at LIMIT 1) first ON true
                        WHERE l.paused_at IS NULL AND (l.resume_at IS NULL OR l.resume_at <= $1)),
                      (SELECT min(n.due_at) FROM notifications n WHERE n.status IN ('open', 'waiting') AND n.due_at <= $1),
                      (SELECT min(m.settle_by) FROM messages m WHERE m.status = 'sending' AND m.settle_by <= $1)) AS since`,
  params: { now: 'timestamptz' },
  row: { since: 'timestamptz?' },
});

/** Since when the oldest work waits that is due; null: none is. */
export const findOldestWork = async (sql: Sql, now: Date): Promise<Date | null> =>
  (await findOldest.first(sql, { now }))?.since ?? null;
