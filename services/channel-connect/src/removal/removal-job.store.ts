import { oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { z } from 'zod';
import { ACCOUNT_STATUSES } from '../connecting/account-hold.rules.ts';
import { type NewRemovalJob, REMOVAL_KINDS, type RemovalJob, type RemovalKind } from './removal-job.rules.ts';

type Rows = Pick<PrismaDatabase, 'prisma'>;

/** Inserts a job in the transaction of the removal; returns its id. */
export async function addRemovalJob(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  job: NewRemovalJob,
): Promise<number> {
  return (await prisma.removalJob.create({ data: job, select: { id: true } })).id;
}

const claimJobs = defineStatement({
  name: 'channel-connect.claim-removal-jobs',
  text: `UPDATE removal_jobs SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
          WHERE id IN (SELECT id FROM removal_jobs
                        WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                        ORDER BY due_at LIMIT $4::int4 FOR UPDATE SKIP LOCKED)
         RETURNING id, claim_id, kind, external_id, credentials, attempts, is_reported, created_at`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?' },
  row: {
    id: 'int4',
    claimId: 'text!',
    kind: oneOf(...REMOVAL_KINDS),
    externalId: 'text',
    credentials: 'text',
    attempts: 'int4',
    isReported: 'bool',
    createdAt: 'timestamptz',
  },
});

/** Reads only the first rows; later ones are found when these are done. */
const findDueJob = defineStatement({
  name: 'channel-connect.find-due-removal-job',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM removal_jobs ORDER BY due_at LIMIT 100) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

/** When the next job is due or a claim expires; null: there is none. */
export const findDueRemoval = async (sql: Sql): Promise<Date | null> =>
  (await findDueJob.first(sql, {}))?.dueAt ?? null;

const CHANNEL_OF = { fb_page: 'fb', tg_webhook: 'tg', tt_token: 'tt' } as const;

/** The accounts that use the target of a job. */
const targetOf = ({ kind, externalId }: { kind: RemovalKind; externalId: string }) =>
  kind === 'wa_app' ? { channel: 'wa', wabaId: externalId } : { channel: CHANNEL_OF[kind], externalId };

const AccountStatus = z.enum(ACCOUNT_STATUSES);

/** Claims jobs that are due; the claim is the fencing token of the writes below. */
export const claimRemovalJobs = (
  sql: Sql,
  wanted: { claimId: string; now: Date; until: Date; count: number; holder: number | null },
): Promise<RemovalJob[]> => claimJobs.all(sql, wanted);

/** False when another worker has the job by now. */
export async function markReported({ prisma }: Rows, { id, claimId }: RemovalJob): Promise<boolean> {
  return (await prisma.removalJob.updateMany({ where: { id, claimId }, data: { isReported: true } })).count > 0;
}

/** Deletes the job with its credentials. */
export async function deleteRemovalJob({ prisma }: Rows, { id, claimId }: RemovalJob): Promise<void> {
  await prisma.removalJob.deleteMany({ where: { id, claimId } });
}

export async function postponeRemovalJob({ prisma }: Rows, { id, claimId }: RemovalJob, dueAt: Date): Promise<void> {
  await prisma.removalJob.updateMany({ where: { id, claimId }, data: { dueAt, claimId: null, claimedUntil: null } });
}

/** The accounts that use the page, bot, account or WABA of a job, of any tenant, connected or being connected. */
export async function listUsersOfTarget({ prisma }: Rows, job: RemovalJob) {
  const rows = await prisma.channelAccount.findMany({
    where: { ...targetOf(job), status: { in: ['connecting', 'connected'] } },
    select: { status: true, claimedUntil: true, credentials: true },
    orderBy: { id: 'asc' },
  });
  return rows.map((row) => ({ ...row, status: AccountStatus.parse(row.status) }));
}
