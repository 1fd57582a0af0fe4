import { oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { endHoldsById, releaseHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { ACCOUNT_STATUSES, type AccountState, hasHoldEnded } from '../domain/account-hold.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { undoNow } from './undo-job.ts';

/** One name of the namespace that holders are unique in: `fb:1234`. */
export const nameOf = ({ channel, externalId }: { channel: string; externalId: string }): string =>
  `${channel}:${externalId}`;

/** What every change of a holder needs. */
export interface HolderStoreDeps {
  database: Pick<PrismaDatabase, 'prismaTransaction'>;
  /** What a disconnected account keeps in place of its credentials. */
  emptyCredentials(): string;
  /** After the commit: deliveries of these keys are due. */
  wakeLanes(instanceIds: string[]): void;
}

export interface LockedRow extends AccountState {
  name: string;
  credentials: string;
}

const lockName = defineStatement({
  name: 'channel-connect.lock-name',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('channel_accounts:' || $1, 0))::text AS locked`,
  params: { name: 'text' },
  row: { locked: 'text!' },
});

/** Takes the advisory locks of these names, always in the same order: a later transaction sees what an earlier one did. */
export async function lockNames(sql: Sql, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) await lockName.run(sql, { name });
}

const lockRows = defineBatchStatement({
  name: 'channel-connect.lock-accounts',
  text: `SELECT id, tenant_id, channel || ':' || external_id AS name, status, claimed_until, credentials FROM channel_accounts
          WHERE (channel, external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
            AND (tenant_id = $3 OR status IN ('connecting', 'connected'))
          ORDER BY id FOR NO KEY UPDATE`,
  items: { channel: 'text', externalId: 'text' },
  params: { tenantId: 'int4' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    name: 'text!',
    status: oneOf(...ACCOUNT_STATUSES),
    claimedUntil: 'timestamptz?',
    credentials: 'text',
  },
});

/**
 * The rows of these names that matter to a tenant, under their locks: those of any holder, and the tenant's own. Holds
 * that have ended are let go first, with their credentials. The unique indexes are the last guard.
 */
export async function lockAccounts(
  { prisma, sql }: PrismaTransaction,
  accounts: readonly { channel: string; externalId: string }[],
  { tenantId, now, emptyCredentials }: { tenantId: number; now: Date; emptyCredentials: string },
): Promise<LockedRow[]> {
  await lockNames(sql, accounts.map(nameOf));
  const rows = await lockRows.all(sql, accounts, { tenantId });
  const ended = rows.filter((row) => hasHoldEnded(row, now));
  await endHoldsById(
    prisma,
    ended.map(({ id }) => id),
    emptyCredentials,
  );
  const gone = { status: 'disconnected', claimedUntil: null, credentials: emptyCredentials } as const;
  return rows.map((row) => (ended.includes(row) ? { ...row, ...gone } : row));
}

const lockHeld = defineStatement({
  name: 'channel-connect.lock-held-accounts',
  text: `SELECT id FROM channel_accounts
          WHERE id = ANY ($1) AND tenant_id = $2 AND status IN ('connecting', 'connected') ORDER BY id FOR NO KEY UPDATE`,
  params: { ids: 'int4[]', tenantId: 'int4' },
  row: { id: 'int4' },
});

/** Locks those of a tenant's accounts that are still connected or about to be; returns their ids. */
export const lockHeldAccounts = async (sql: Sql, tenantId: number, ids: readonly number[]): Promise<number[]> =>
  (await lockHeld.all(sql, { ids: [...ids], tenantId })).map(({ id }) => id);

/** Lets go what did not get connected, unless another request has held it since, and takes back what the provider was told. */
export async function releaseHold(
  transaction: PrismaTransaction,
  { accountId, claimedUntil, undoJob }: { accountId: number; claimedUntil: Date; undoJob: UndoJob },
  emptyCredentials: string,
  now: Date,
): Promise<void> {
  await releaseHeldAccount(transaction.prisma, { id: accountId, claimedUntil, emptyCredentials });
  await undoNow(transaction, undoJob, now);
}
