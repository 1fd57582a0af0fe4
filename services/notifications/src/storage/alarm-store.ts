import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { Alarm } from '../use-cases/watch-deployment.ts';

type Rows = { prisma: Pick<Database['prisma'], 'deploymentAlarm'> };

export const isAlarmRaised = async ({ prisma }: Rows, subject: string): Promise<boolean> =>
  (await prisma.deploymentAlarm.findUnique({ where: { subject }, select: { subject: true } })) !== null;

export async function clearAlarm({ prisma }: Rows, subject: string): Promise<void> {
  await prisma.deploymentAlarm.deleteMany({ where: { subject } });
}

/**
 * Raises an alarm with its fact in one transaction, once even if several processes see it. False where it is raised
 * already, and where there is no recipient: a new recipient is notified at the next check.
 */
export const raiseAlarm = (
  { prismaTransaction }: Pick<Database, 'prismaTransaction'>,
  { subject, what, value, at }: Alarm,
): Promise<boolean> =>
  prismaTransaction(async (transaction) => {
    const { prisma, sql } = transaction;
    const { count } = await prisma.deploymentAlarm.createMany({
      data: [{ subject, raisedAt: at }],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    const period = at.toISOString();
    const kind = 'disk_or_queue_growing';
    const facts = await writeFacts(sql, [
      { tenantId: null, kind, subject, period, data: { what, value }, happenedAt: at },
    ]);
    if (facts === 0) await clearAlarm(transaction, subject);
    return facts > 0;
  });

/**
 * Work of lanes that may deliver, of messages to people, and of sends with an overdue outcome. A delivery of an
 * ordered key may wait for an hour behind an older event of its conversation
 * (docs/reference/webhook-delivery.md#ordered-delivery).
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

/** Since when the oldest due work waits; null: none is due. */
export const findOldestWork = async (sql: Sql, now: Date): Promise<Date | null> =>
  (await findOldest.first(sql, { now }))?.since ?? null;
