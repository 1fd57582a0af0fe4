import type { Channel } from '@parley/common/channels';
import { oneOf } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { endHoldsOf, releaseHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { ACCOUNT_STATUSES, type AccountState } from '../domain/account-hold.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { lockNames, nameOf } from './lock-accounts.ts';
import { undoNow } from './undo-job.ts';

/** What every change of a holder needs. */
export interface HolderStoreDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** What a disconnected account keeps in place of its credentials. */
  emptyCredentials(): string;
  /** After the commit: deliveries of these keys are due. */
  wakeLanes(instanceIds: string[]): void;
}

const lockRows = defineStatement({
  name: 'channel-connect.lock-holders',
  text: `SELECT id, tenant_id, status, claimed_until, credentials FROM channel_accounts
          WHERE channel = $1 AND external_id = $2 AND (tenant_id = $3 OR status IN ('connecting', 'connected'))
          FOR NO KEY UPDATE`,
  params: { channel: 'text', externalId: 'text', tenantId: 'int4' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    status: oneOf(...ACCOUNT_STATUSES),
    claimedUntil: 'timestamptz?',
    credentials: 'text',
  },
});

type LockedHolder = AccountState & { credentials: string };

/**
 * The rows of one bot or number that matter to a tenant: whoever holds it, and the tenant's own. Taken under a lock on
 * its name, so that whoever comes second sees what the first did; the unique indexes are the last guard.
 */
export async function lockHolders(
  sql: Sql,
  { channel, externalId, tenantId, now }: { channel: Channel; externalId: string; tenantId: number; now: Date },
): Promise<LockedHolder[]> {
  await lockNames(sql, [nameOf({ channel, externalId })]);
  await endHoldsOf(sql, { channel, externalId, now });
  return lockRows.all(sql, { channel, externalId, tenantId });
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
  sql: Sql,
  { accountId, claimedUntil, undoJob }: { accountId: number; claimedUntil: Date; undoJob: UndoJob },
  emptyCredentials: string,
  now: Date,
): Promise<void> {
  await releaseHeldAccount(sql, { id: accountId, claimedUntil, emptyCredentials });
  await undoNow(sql, undoJob, now);
}
