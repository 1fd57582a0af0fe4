import { json, oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Job, Settlement } from '../domain/job.ts';
import type { Item } from '../domain/plan-notifications.ts';

const claim = defineStatement({
  name: 'notifications.claim',
  text: `UPDATE notifications SET status = 'waiting', claim_id = $1, claimed_until = $3, holder = $5
          WHERE number IN (SELECT number FROM notifications
                            WHERE status IN ('open', 'waiting') AND due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                            ORDER BY due_at LIMIT $4::int4 FOR UPDATE SKIP LOCKED)
         RETURNING number, id, claim_id, tenant_id, recipient_id, way, kind, address, items, facts, attempts, first_tried_at`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?' },
  row: {
    number: 'int4',
    id: 'text',
    claimId: 'text!',
    tenantId: 'int4?',
    recipientId: 'int4?',
    way: oneOf('email', 'sms'),
    kind: 'text',
    address: 'text',
    items: json<Item[]>(),
    facts: 'int4',
    attempts: 'int4',
    firstTriedAt: 'timestamptz?',
  },
});

/** Claims due messages; the claim fences every later write of the worker that holds it. */
export const claimJobs = (
  sql: Sql,
  wanted: { claimId: string; now: Date; until: Date; count: number; holder: number | null },
): Promise<Job[]> => claim.all(sql, wanted);

const endSending = defineStatement({
  name: 'notifications.end-interrupted',
  text: `UPDATE notifications SET status = 'unknown', reason = 'interrupted', claim_id = NULL, claimed_until = NULL, holder = NULL
          WHERE number IN (SELECT number FROM notifications
                            WHERE status = 'sending' AND (claimed_until IS NULL OR claimed_until < $1)
                            LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  params: { now: 'timestamptz' },
});

/** Settles messages whose worker died while sending: their outcome is unknown. */
export async function endInterrupted(sql: Sql, now: Date): Promise<void> {
  await endSending.run(sql, { now });
}

/** Looks only at the first messages: those behind them are found when these are done. */
const findDueJob = defineStatement({
  name: 'notifications.find-due',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM notifications WHERE status IN ('open', 'waiting', 'sending')
                  ORDER BY due_at LIMIT 100) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

/** When the next message is due or a claim expires; null: there is none. */
export const findDueJobAt = async (sql: Sql): Promise<Date | null> => (await findDueJob.first(sql, {}))?.dueAt ?? null;

type Rows = Pick<PrismaDatabase['prisma'], 'notification'>;

/** From here on the message may have been accepted. False when another worker has the job by now. */
export async function beginJob(prisma: Rows, { number, claimId }: Job): Promise<boolean> {
  const where = { number, claimId, status: 'waiting' };
  return (await prisma.notification.updateMany({ where, data: { status: 'sending' } })).count > 0;
}

/** False when another worker has the job by now, and nothing changed. */
export async function saveSettlement(prisma: Rows, { number, claimId }: Job, settlement: Settlement): Promise<boolean> {
  const { count } = await prisma.notification.updateMany({
    where: { number, claimId, status: { in: ['waiting', 'sending'] } },
    data: { ...settlement, claimId: null, claimedUntil: null, holder: null },
  });
  return count > 0;
}

const addConfirmation = defineStatement({
  name: 'notifications.add-confirmation',
  text: `INSERT INTO notifications (id, tenant_id, recipient_id, way, kind, address, items, facts, due_at, created_at)
         VALUES ($1, $2, $3, $4, 'confirmation', $5, $6, 0, $7, $7)
         ON CONFLICT (recipient_id, way, kind) WHERE status = 'open' DO NOTHING`,
  params: {
    id: 'text',
    tenantId: 'int4?',
    recipientId: 'int4',
    way: 'text',
    address: 'text',
    items: 'jsonb',
    now: 'timestamptz',
  },
  row: {},
});

/** Adds the job that sends a confirmation; a pending job sends the newest one. */
export async function addConfirmationJob(
  sql: Sql,
  given: { id: string; tenantId: number | null; recipientId: number; way: string; address: string; now: Date },
): Promise<void> {
  await addConfirmation.run(sql, { ...given, items: [] });
}
