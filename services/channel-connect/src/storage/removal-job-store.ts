import { type ClaimAs, claimAsNobody } from '@parley/database/claim-holder';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_STATUSES, isHeld } from '../domain/account-hold.ts';
import { REMOVAL_KINDS, type RemovalKind } from '../domain/granted-account.ts';
import type { RunRemovalJobsDeps } from '../use-cases/run-removal-jobs.ts';

/** What a provider will be told, kept until it is. */
export interface NewRemovalJob {
  tenantId: number;
  kind: RemovalKind;
  externalId: string;
  /** As the account had them: encrypted. */
  credentials: string;
  createdAt: Date;
  dueAt: Date;
}

const insertJob = defineStatement({
  name: 'channel-connect.insert-removal-job',
  text: `INSERT INTO removal_jobs (tenant_id, kind, external_id, credentials, created_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
  params: {
    tenantId: 'int4',
    kind: 'text',
    externalId: 'text',
    credentials: 'text',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
  },
  row: { id: 'int4' },
});

/** Writes a job inside the transaction of the removal; returns its id. */
export async function addRemovalJob(sql: Sql, job: NewRemovalJob): Promise<number> {
  const row = await insertJob.first(sql, job);
  if (!row) throw new Error('A removal job was not written.');
  return row.id;
}

const claimJobs = defineStatement({
  name: 'channel-connect.claim-removal-jobs',
  text: `UPDATE removal_jobs SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
          WHERE id IN (SELECT id FROM removal_jobs
                        WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                        ORDER BY due_at LIMIT $4::int4 FOR UPDATE SKIP LOCKED)
         RETURNING id, claim_id, kind, external_id, credentials, attempts, is_told, created_at`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?' },
  row: {
    id: 'int4',
    claimId: 'text!',
    kind: oneOf(...REMOVAL_KINDS),
    externalId: 'text',
    credentials: 'text',
    attempts: 'int4',
    isTold: 'bool',
    createdAt: 'timestamptz',
  },
});

/** Of the first ones: what lies behind them is found when they are done. */
const findDueJob = defineStatement({
  name: 'channel-connect.find-due-removal-job',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM removal_jobs ORDER BY due_at LIMIT 100) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

/** When the next job is due, or a claim ends; null: there is none. */
export const findDueRemoval = async (sql: Sql): Promise<Date | null> =>
  (await findDueJob.first(sql, {}))?.dueAt ?? null;

const markJobTold = defineStatement({
  name: 'channel-connect.mark-removal-told',
  text: 'UPDATE removal_jobs SET is_told = true WHERE id = $1 AND claim_id = $2',
  params: { id: 'int4', claimId: 'text' },
});

const deleteJob = defineStatement({
  name: 'channel-connect.finish-removal-job',
  text: 'DELETE FROM removal_jobs WHERE id = $1 AND claim_id = $2',
  params: { id: 'int4', claimId: 'text' },
});

const postponeJob = defineStatement({
  name: 'channel-connect.postpone-removal-job',
  text: 'UPDATE removal_jobs SET due_at = $3, claim_id = NULL, claimed_until = NULL WHERE id = $1 AND claim_id = $2',
  params: { id: 'int4', claimId: 'text', dueAt: 'timestamptz' },
});

const HOLDER_COLUMNS = 'status, claimed_until, credentials';
const holderRow = { status: oneOf(...ACCOUNT_STATUSES), claimedUntil: 'timestamptz?', credentials: 'text' } as const;

const findByExternalId = defineStatement({
  name: 'channel-connect.find-holders',
  text: `SELECT ${HOLDER_COLUMNS} FROM channel_accounts
          WHERE channel = $1 AND external_id = $2 AND status IN ('connecting', 'connected') ORDER BY id`,
  params: { channel: 'text', externalId: 'text' },
  row: holderRow,
});

const findByWaba = defineStatement({
  name: 'channel-connect.find-holders-of-waba',
  text: `SELECT ${HOLDER_COLUMNS} FROM channel_accounts
          WHERE channel = 'wa' AND waba_id = $1 AND status IN ('connecting', 'connected') ORDER BY id`,
  params: { wabaId: 'text' },
  row: holderRow,
});

const CHANNEL_OF = { fb_page: 'fb', tg_webhook: 'tg', tt_token: 'tt' } as const;

/** The accounts, connected or about to be, that what a job is about belongs to. */
const findHolders = (sql: Sql, { kind, externalId }: { kind: RemovalKind; externalId: string }) =>
  kind === 'wa_app'
    ? findByWaba.all(sql, { wabaId: externalId })
    : findByExternalId.all(sql, { channel: CHANNEL_OF[kind], externalId });

/** Removal jobs in PostgreSQL; every write but the first is fenced by the claim of the worker that holds the job. */
export function makeRemovalJobStore(sql: Sql, claimAs: ClaimAs = claimAsNobody): RunRemovalJobsDeps['jobs'] {
  return {
    claim: async (wanted) => claimJobs.all(sql, { ...wanted, holder: await claimAs() }),
    markTold: async ({ id, claimId }) => (await markJobTold.run(sql, { id, claimId })) > 0,
    async finish({ id, claimId }) {
      await deleteJob.run(sql, { id, claimId });
    },
    async postpone({ id, claimId }, dueAt) {
      await postponeJob.run(sql, { id, claimId, dueAt });
    },
    findHolder: async (job, now) =>
      (await findHolders(sql, job)).find((holder) => isHeld(holder, now))?.credentials ?? null,
  };
}
