import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { endHoldsById } from '@parley/messaging/accounts/hold-accounts';
import { ACCOUNT_STATUSES, type AccountState, hasHoldEnded } from '../domain/account-hold.ts';

/** One name of the namespace that holders are unique in: `fb:1234`. */
export const nameOf = ({ channel, externalId }: { channel: string; externalId: string }): string =>
  `${channel}:${externalId}`;

export interface LockedRow extends AccountState {
  name: string;
}

const lockName = defineStatement({
  name: 'channel-connect.lock-name',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('channel_accounts:' || $1, 0))::text AS locked`,
  params: { name: 'text' },
  row: { locked: 'text!' },
});

/** Takes the locks of these names, in an order that everybody keeps: whoever comes second sees what the first did. */
export async function lockNames(sql: Sql, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) await lockName.run(sql, { name });
}

const lockRows = defineBatchStatement({
  name: 'channel-connect.lock-accounts',
  text: `SELECT id, tenant_id, channel || ':' || external_id AS name, status, claimed_until FROM channel_accounts
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
  },
});

/**
 * The rows of these names that matter to a tenant, under their locks: whoever holds them, and the tenant's own. Holds
 * that have ended are let go first.
 */
export async function lockAccounts(
  sql: Sql,
  accounts: readonly { channel: string; externalId: string }[],
  { tenantId, now, emptyCredentials }: { tenantId: number; now: Date; emptyCredentials: string },
): Promise<LockedRow[]> {
  await lockNames(sql, accounts.map(nameOf));
  const rows = await lockRows.all(sql, accounts, { tenantId });
  const ended = rows.filter((row) => hasHoldEnded(row, now));
  await endHoldsById(
    sql,
    ended.map(({ id }) => id),
    emptyCredentials,
  );
  return rows.map((row) => (ended.includes(row) ? { ...row, status: 'disconnected', claimedUntil: null } : row));
}
