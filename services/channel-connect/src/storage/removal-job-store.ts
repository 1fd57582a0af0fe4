import { anonymousHolder, type ClaimAs } from '@parley/database/claim-holder';
import { oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { z } from 'zod';
import { ACCOUNT_STATUSES, isHeld } from '../domain/account-hold.ts';
import { REMOVAL_KINDS, type RemovalKind } from '../domain/granted-account.ts';
import type { RunRemovalJobsDeps } from '../use-cases/run-removal-jobs.ts';

/** A provider call to make, stored until it succeeds. */
export interface NewRemovalJob {
  tenantId: number;
  kind: RemovalKind;
  externalId: string;
  /** The account's credentials, encrypted. */
  credentials: string;
  createdAt: Date;
  dueAt: Date;
}

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

/** Locks only the first rows; later ones are found when these are done. */
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

/** Removal jobs in PostgreSQL; the claim is the fencing token of every write but the first. */
export function makeRemovalJobStore(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  claimAs: ClaimAs = anonymousHolder,
): RunRemovalJobsDeps['jobs'] {
  const { prisma } = database;
  return {
    claim: async (wanted) => claimJobs.all(database, { ...wanted, holder: await claimAs() }),
    markReported: async ({ id, claimId }) =>
      (await prisma.removalJob.updateMany({ where: { id, claimId }, data: { isReported: true } })).count > 0,
    async finish({ id, claimId }) {
      await prisma.removalJob.deleteMany({ where: { id, claimId } });
    },
    async postpone({ id, claimId }, dueAt) {
      await prisma.removalJob.updateMany({
        where: { id, claimId },
        data: { dueAt, claimId: null, claimedUntil: null },
      });
    },
    async findHolder(job, now) {
      const holders = await prisma.channelAccount.findMany({
        where: { ...targetOf(job), status: { in: ['connecting', 'connected'] } },
        select: { status: true, claimedUntil: true, credentials: true },
        orderBy: { id: 'asc' },
      });
      const holder = holders.find((row) => isHeld({ ...row, status: AccountStatus.parse(row.status) }, now));
      return holder?.credentials ?? null;
    },
  };
}
