import type { NotificationChannel } from '@parley/common/notification-kinds';
import { anonymousHolder, type ClaimAs } from '@parley/database/claim-holder';
import { json, oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { Item } from '../domain/plan-notifications.ts';

/** A message that this worker has claimed. */
export interface Job {
  number: number;
  id: string;
  claimId: string;
  tenantId: number | null;
  recipientId: number | null;
  way: NotificationChannel;
  kind: string;
  /** Masked. */
  address: string;
  items: Item[];
  facts: number;
  attempts: number;
  firstTriedAt: Date | null;
}

/** The result of an attempt, or of ending without one. */
export interface Settlement {
  status: 'waiting' | 'sent' | 'failed' | 'unknown' | 'dropped';
  reason: string | null;
  dueAt: Date;
  attempts: number;
  firstTriedAt: Date | null;
  provider: string | null;
  providerId: string | null;
  acceptedAt: Date | null;
}

const claimJobs = defineStatement({
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

const endInterrupted = defineStatement({
  name: 'notifications.end-interrupted',
  text: `UPDATE notifications SET status = 'unknown', reason = 'interrupted', claim_id = NULL, claimed_until = NULL, holder = NULL
          WHERE number IN (SELECT number FROM notifications
                            WHERE status = 'sending' AND (claimed_until IS NULL OR claimed_until < $1)
                            LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  params: { now: 'timestamptz' },
});

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

/** Fenced by the claim: false when another worker has the job by now, and nothing changed. */
export async function settleJob(prisma: Rows, { number, claimId }: Job, settlement: Settlement): Promise<boolean> {
  const { count } = await prisma.notification.updateMany({
    where: { number, claimId, status: { in: ['waiting', 'sending'] } },
    data: { ...settlement, claimId: null, claimedUntil: null, holder: null },
  });
  return count > 0;
}

/** Messages as jobs; the claim of the worker that holds the job fences every write but the first. */
export function makeJobStore(database: Pick<PrismaDatabase, 'query' | 'prisma'>, claimAs: ClaimAs = anonymousHolder) {
  return {
    claim: async (wanted: { claimId: string; now: Date; until: Date; count: number }): Promise<Job[]> =>
      claimJobs.all(database, { ...wanted, holder: await claimAs() }),
    /** From here on the message may have been accepted. False when another worker has the job by now. */
    async begin({ number, claimId }: Job): Promise<boolean> {
      const where = { number, claimId, status: 'waiting' };
      return (await database.prisma.notification.updateMany({ where, data: { status: 'sending' } })).count > 0;
    },
    /** Settles messages whose worker died while sending: their outcome is unknown. Returns how many. */
    endInterrupted: (now: Date): Promise<number> => endInterrupted.run(database, { now }),
  };
}
