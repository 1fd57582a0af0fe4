import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

type Rows = Pick<PrismaDatabase['prisma'], 'deploymentAlarm'>;

const findRaised = defineStatement({
  name: 'notifications.find-raised-alarm',
  text: 'SELECT subject FROM deployment_alarms WHERE subject = $1',
  params: { subject: 'text' },
  row: { subject: 'text' },
});

export const isAlarmRaised = async (sql: Sql, subject: string): Promise<boolean> =>
  (await findRaised.first(sql, { subject })) !== null;

/** False where it is raised already. */
export async function insertAlarm(prisma: Rows, alarm: { subject: string; raisedAt: Date }): Promise<boolean> {
  return (await prisma.deploymentAlarm.createMany({ data: [alarm], skipDuplicates: true })).count > 0;
}

export async function deleteAlarm(prisma: Rows, subject: string): Promise<void> {
  await prisma.deploymentAlarm.deleteMany({ where: { subject } });
}

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
