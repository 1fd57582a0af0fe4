import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { StoredAccount } from './account-row.ts';

const insertHeld = defineStatement({
  name: 'channel-accounts.insert-held',
  text: `INSERT INTO channel_accounts
           (tenant_id, channel, external_id, name, number, waba_id, status, credentials, claimed_until)
         VALUES ($1, $2, $3, $4, $5, $6, 'connecting', $7, $8) RETURNING id`,
  params: {
    tenantId: 'int4',
    channel: 'text',
    externalId: 'text',
    name: 'text',
    number: 'text?',
    wabaId: 'text?',
    credentials: 'text',
    claimedUntil: 'timestamptz',
  },
  row: { id: 'int4' },
});

const holdAgain = defineStatement({
  name: 'channel-accounts.hold-again',
  text: `UPDATE channel_accounts SET status = 'connecting', waba_id = $2, credentials = $3, claimed_until = $4
          WHERE id = $1`,
  params: { id: 'int4', wabaId: 'text?', credentials: 'text', claimedUntil: 'timestamptz' },
});

const release = defineStatement({
  name: 'channel-accounts.release-hold',
  text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $3
          WHERE id = $1 AND status = 'connecting' AND claimed_until = $2`,
  params: { id: 'int4', claimedUntil: 'timestamptz', emptyCredentials: 'text' },
});

const endHolds = defineStatement({
  name: 'channel-accounts.end-holds',
  text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $2
          WHERE id = ANY ($1)`,
  params: { ids: 'int4[]', emptyCredentials: 'text' },
});

export type HeldAccount = Omit<StoredAccount, 'id' | 'connectedAt'> & { claimedUntil: Date };

/** Reserves an account that has no row yet while its provider is called; returns its id. */
export async function insertHeldAccount(sql: Sql, account: HeldAccount): Promise<number> {
  const row = await insertHeld.first(sql, account);
  if (!row) throw new Error('A channel account was not written.');
  return row.id;
}

/** Reserves an account that has a row, with the credentials of this authorization. */
export async function holdAccountAgain(
  sql: Sql,
  held: Pick<HeldAccount, 'wabaId' | 'credentials' | 'claimedUntil'> & { id: number },
): Promise<void> {
  await holdAgain.run(sql, held);
}

/** Releases accounts that were not connected, unless another request has reserved them since. */
export async function releaseHeldAccount(
  sql: Sql,
  held: { id: number; claimedUntil: Date; emptyCredentials: string },
): Promise<void> {
  await release.run(sql, held);
}

/** Ends the expired holds of locked rows. */
export async function endHoldsById(sql: Sql, ids: readonly number[], emptyCredentials: string): Promise<void> {
  if (ids.length > 0) await endHolds.run(sql, { ids: [...ids], emptyCredentials });
}
