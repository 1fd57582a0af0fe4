import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import {
  endHoldsById,
  type HeldAccount,
  holdAccountAgain,
  insertHeldAccount,
} from '@parley/messaging/accounts/hold-accounts';
import type { UndoJob } from '../removal/removal.rules.ts';
import { addRemovalJob } from '../removal/removal.store.ts';
import { ACCOUNT_STATUSES, type AccountState, hasHoldEnded } from './hold.rules.ts';

/** An account's name, for example `fb:1234`; it has at most one holder. */
export const nameOf = ({ channel, externalId }: { channel: string; externalId: string }): string =>
  `${channel}:${externalId}`;

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

/**
 * Takes the advisory locks of these names in one order, so that a later transaction sees the changes of an earlier one.
 */
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
 * Locks and returns the rows of these names that matter to a tenant: those of any holder, and the tenant's own.
 * Expired holds are released first, with their credentials. The unique indexes are the last safeguard.
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

/** Locks those of a tenant's accounts that are still connected or being connected; returns their ids. */
export const lockHeldAccounts = async (sql: Sql, tenantId: number, ids: readonly number[]): Promise<number[]> =>
  (await lockHeld.all(sql, { ids: [...ids], tenantId })).map(({ id }) => id);

/** Reserves a locked account while its provider is called; `own` is the tenant's row, if it has one. Returns its id. */
export async function holdAccount(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  own: Pick<LockedRow, 'id'> | null,
  account: HeldAccount,
): Promise<number> {
  if (!own) return insertHeldAccount(prisma, account);
  const { wabaId, credentials, claimedUntil } = account;
  await holdAccountAgain(prisma, { id: own.id, wabaId, credentials, claimedUntil });
  return own.id;
}

const lockUnreported = defineStatement({
  name: 'channel-connect.lock-unreported-jobs',
  text: 'SELECT id FROM removal_jobs WHERE id = ANY ($1) AND NOT is_reported ORDER BY id FOR UPDATE',
  params: { ids: 'int4[]' },
  row: { id: 'int4' },
});

const makeDue = defineStatement({
  name: 'channel-connect.make-undo-job-due',
  text: 'UPDATE removal_jobs SET due_at = least(due_at, $2) WHERE id = $1 AND NOT is_reported',
  params: { id: 'int4', now: 'timestamptz' },
});

const idsOf = (jobs: readonly UndoJob[]): number[] => jobs.map(({ id }) => id);

export async function addUndoJob(
  transaction: Pick<PrismaTransaction, 'prisma'>,
  job: Omit<UndoJob, 'id'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<UndoJob> {
  return { ...job, id: await addRemovalJob(transaction, { ...job, createdAt: now, dueAt }) };
}

/**
 * Deletes the jobs in the transaction of the connection. False, and none is deleted, when one has begun: the provider call
 * is being reverted, so the connection must not be committed.
 */
export async function cancelUndoJobs({ sql, prisma }: PrismaTransaction, jobs: readonly UndoJob[]): Promise<boolean> {
  const ids = idsOf(jobs);
  if ((await lockUnreported.all(sql, { ids })).length < ids.length) return false;
  await prisma.removalJob.deleteMany({ where: { id: { in: ids } } });
  return true;
}

/** Makes the job due. A job that ran during the provider call ran too early, and is inserted again. */
export async function undoNow(transaction: PrismaTransaction, { id, ...job }: UndoJob, now: Date): Promise<void> {
  const changed = await makeDue.run(transaction.sql, { id, now });
  if (changed === 0) await addRemovalJob(transaction, { ...job, createdAt: now, dueAt: now });
}
