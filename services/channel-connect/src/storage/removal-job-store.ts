import { type ClaimAs, claimAsNobody } from '@parley/prisma/claim-holder';
import type { Sql } from '@parley/prisma/sql';
import type { RemovalKind } from '../domain/surface.ts';
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

/** Writes a job inside the transaction of the removal; answers its id. */
export async function addRemovalJob(sql: Sql, job: NewRemovalJob): Promise<number> {
  const { tenantId, kind, externalId, credentials, createdAt, dueAt } = job;
  const { rows } = await sql.query<{ id: number }>({
    text: `INSERT INTO removal_jobs (tenant_id, kind, external_id, credentials, created_at, due_at)
           VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    values: [tenantId, kind, externalId, credentials, createdAt, dueAt],
  });
  if (!rows[0]) throw new Error('A removal job was not written.');
  return rows[0].id;
}

interface JobRow {
  id: number;
  kind: RemovalKind;
  external_id: string;
  credentials: string;
  attempts: number;
  is_told: boolean;
  created_at: Date;
}

/** Whoever holds what a job is about: connected, or about to be. */
const HOLDER: Readonly<Record<RemovalKind, string>> = {
  fb_page: `channel = 'fb' AND external_id = $1`,
  tg_webhook: `channel = 'tg' AND external_id = $1`,
  tt_token: `channel = 'tt' AND external_id = $1`,
  wa_app: `channel = 'wa' AND waba_id = $1`,
};

/** Removal jobs in PostgreSQL; every write but the first is fenced by the claim of the worker that holds the job. */
export function makeRemovalJobStore(sql: Sql, claimAs: ClaimAs = claimAsNobody): RunRemovalJobsDeps['jobs'] {
  return {
    async claim({ claimId, now, until, count }) {
      const { rows } = await sql.query<JobRow>({
        name: 'removals-claim',
        text: `UPDATE removal_jobs SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
                WHERE id IN (SELECT id FROM removal_jobs
                              WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                              ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
               RETURNING id, kind, external_id, credentials, attempts, is_told, created_at`,
        values: [claimId, now, until, count, await claimAs()],
      });
      return rows.map((row) => ({
        id: row.id,
        claimId,
        kind: row.kind,
        externalId: row.external_id,
        credentials: row.credentials,
        attempts: row.attempts,
        isTold: row.is_told,
        createdAt: row.created_at,
      }));
    },
    async markTold({ id, claimId }) {
      const text = 'UPDATE removal_jobs SET is_told = true WHERE id = $1 AND claim_id = $2';
      return (await sql.query({ text, values: [id, claimId] })).rowCount > 0;
    },
    async finish({ id, claimId }) {
      await sql.query({ text: 'DELETE FROM removal_jobs WHERE id = $1 AND claim_id = $2', values: [id, claimId] });
    },
    async postpone({ id, claimId }, dueAt) {
      await sql.query({
        text: `UPDATE removal_jobs SET due_at = $3, claim_id = NULL, claimed_until = NULL
                WHERE id = $1 AND claim_id = $2`,
        values: [id, claimId, dueAt],
      });
    },
    async findHolder({ kind, externalId }, now) {
      const { rows } = await sql.query<{ credentials: string }>({
        text: `SELECT credentials FROM channel_accounts
                WHERE ${HOLDER[kind]}
                  AND (status = 'connected' OR (status = 'connecting' AND claimed_until >= $2)) LIMIT 1`,
        values: [externalId, now],
      });
      return rows[0]?.credentials ?? null;
    },
  };
}
