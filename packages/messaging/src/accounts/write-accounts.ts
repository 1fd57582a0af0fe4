import type { Channel } from '@parley/common/channels';
import type { DisconnectReason } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** What an account is called, and how it is reached. */
export interface AccountDetails {
  name: string;
  /** Readable number with plus (wa, wd), else null. */
  number: string | null;
  /** Encrypted. */
  credentials: string;
}

export interface NewAccount extends AccountDetails {
  tenantId: number;
  channel: Channel;
  externalId: string;
}

const insertConnected = defineStatement({
  name: 'channel-accounts.insert-connected',
  text: `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, status, credentials, connected_at)
         VALUES ($1, $2, $3, $4, $5, 'connected', $6, $7) RETURNING id`,
  params: {
    tenantId: 'int4',
    channel: 'text',
    externalId: 'text',
    name: 'text',
    number: 'text?',
    credentials: 'text',
    at: 'timestamptz',
  },
  row: { id: 'int4' },
});

const connectAgain = defineStatement({
  name: 'channel-accounts.connect-again',
  text: `UPDATE channel_accounts
            SET status = 'connected', name = $2, number = $3, credentials = $4, connected_at = $5,
                disconnected_at = NULL, disconnect_reason = NULL
          WHERE id = $1`,
  params: { id: 'int4', name: 'text', number: 'text?', credentials: 'text', at: 'timestamptz' },
});

const disconnect = defineStatement({
  name: 'channel-accounts.disconnect',
  text: `UPDATE channel_accounts
            SET status = 'disconnected', disconnected_at = $2, disconnect_reason = $3, credentials = $4
          WHERE id = $1 AND status = 'connected'`,
  params: { id: 'int4', at: 'timestamptz', reason: 'text', emptyCredentials: 'text' },
});

/** A new account that is connected at once; returns its id. */
export async function insertConnectedAccount(sql: Sql, account: NewAccount, at: Date): Promise<number> {
  const row = await insertConnected.first(sql, { ...account, at });
  if (!row) throw new Error('A channel account was not written.');
  return row.id;
}

/** An account that was disconnected goes on in its row: its conversations keep their ids. */
export async function connectAccountAgain(sql: Sql, id: number, details: AccountDetails, at: Date): Promise<void> {
  await connectAgain.run(sql, { id, ...details, at });
}

/** False where it is not connected: then nothing is written, and nothing is to be told. */
export async function disconnectAccount(
  sql: Sql,
  id: number,
  gone: { reason: DisconnectReason; at: Date; emptyCredentials: string },
): Promise<boolean> {
  return (await disconnect.run(sql, { id, ...gone })) > 0;
}
