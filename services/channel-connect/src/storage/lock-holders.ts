import type { Channel } from '@parley/common/channels';
import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';
import type { UndoJob } from '../domain/surface.ts';
import { type AccountRow, COLUMNS } from './account-rows.ts';
import { undoNow } from './undo-job.ts';

/** What every change of a holder needs. */
export interface HolderStoreDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** What a disconnected account keeps in place of its credentials. */
  emptyCredentials(): string;
  /** After the commit: deliveries of these keys are due. */
  wakeLanes(instanceIds: string[]): void;
}

interface HolderRow {
  id: number;
  tenant_id: number;
  status: string;
  credentials: string;
  claimed_until: Date | null;
}

/**
 * The rows of one bot or number that matter to a tenant: whoever holds it, and the tenant's own. Taken under a lock on
 * its name, so that whoever comes second sees what the first did; the unique indexes are the last guard.
 */
export async function lockHolders(sql: Sql, channel: Channel, externalId: string, tenantId: number, now: Date) {
  await sql.query({
    text: `SELECT pg_advisory_xact_lock(hashtextextended('channel_accounts:' || $1 || ':' || $2, 0))`,
    values: [channel, externalId],
  });
  await sql.query({
    text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL
            WHERE channel = $1 AND external_id = $2 AND status = 'connecting' AND claimed_until < $3`,
    values: [channel, externalId, now],
  });
  const { rows } = await sql.query<HolderRow>({
    text: `SELECT id, tenant_id, status, credentials, claimed_until FROM channel_accounts
            WHERE channel = $1 AND external_id = $2 AND (tenant_id = $3 OR status IN ('connecting', 'connected'))
            FOR UPDATE`,
    values: [channel, externalId, tenantId],
  });
  return {
    isElsewhere: rows.some((row) => row.tenant_id !== tenantId),
    own: rows.find((row) => row.tenant_id === tenantId) ?? null,
  };
}

/** Writes the one row that the statement is about, and reads it back. */
export async function writeOne(sql: Sql, text: string, values: unknown[]): Promise<AccountRow> {
  const { rows } = await sql.query<AccountRow>({ text: `${text} RETURNING ${COLUMNS}`, values });
  if (!rows[0]) throw new Error('A channel account that is locked was not written.');
  return rows[0];
}

/** Lets go what did not get connected, unless another request has held it since, and takes back what the provider was told. */
export async function releaseHold(
  sql: Sql,
  { accountId, claimedUntil, undoJob }: { accountId: number; claimedUntil: Date; undoJob: UndoJob },
  emptyCredentials: string,
  now: Date,
): Promise<void> {
  await sql.query({
    text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $3
            WHERE id = $1 AND status = 'connecting' AND claimed_until = $2`,
    values: [accountId, claimedUntil, emptyCredentials],
  });
  await undoNow(sql, undoJob, now);
}
