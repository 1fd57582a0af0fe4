import type { Channel } from '@parley/common/channels';
import type { Database } from '@parley/prisma/connect-database';
import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { Sql } from '@parley/prisma/sql';
import { channelConnected, channelDisconnected } from '../domain/channel-events.ts';
import type { ConnectTelegramDeps } from '../use-cases/connect-telegram.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import type { RemoveChannelDeps } from '../use-cases/remove-channel.ts';
import { type AccountRow, COLUMNS, toAccount } from './account-rows.ts';

export type HolderStore = Pick<ConnectTelegramDeps, 'holdBot' | 'finishBot' | 'releaseBot'> &
  Pick<ConnectWaNumberDeps, 'connectNumber'> &
  Pick<RemoveChannelDeps, 'disconnect'>;

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
async function lockHolders(sql: Sql, channel: Channel, externalId: string, tenantId: number, now: Date) {
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

async function writeOne(sql: Sql, text: string, values: unknown[]): Promise<AccountRow> {
  const { rows } = await sql.query<AccountRow>({ text: `${text} RETURNING ${COLUMNS}`, values });
  if (!rows[0]) throw new Error('A channel account that is locked was not written.');
  return rows[0];
}

/** Who holds which bot or number, in PostgreSQL: each change in one transaction with the event that tells of it. */
export function makeHolderStore({ database, emptyCredentials, wakeLanes }: HolderStoreDeps): HolderStore {
  return {
    holdBot: ({ tenantId, botId, username, offered, now, claimedUntil }) =>
      database.transaction(async (sql) => {
        const { isElsewhere, own } = await lockHolders(sql, 'tg', botId, tenantId, now);
        if (isElsewhere) return null;
        if (own?.status === 'connected') return { accountId: own.id, credentials: own.credentials, claimedUntil };
        if (!own) {
          const made = await writeOne(
            sql,
            `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, status, credentials, claimed_until)
             VALUES ($1, 'tg', $2, $3, 'connecting', $4, $5)`,
            [tenantId, botId, username, offered, claimedUntil],
          );
          return { accountId: made.id, credentials: offered, claimedUntil };
        }
        // A request of the same tenant that is under way shares its secret; each hold ends at a moment of its own.
        const isUnderWay = own.status === 'connecting';
        const credentials = isUnderWay ? own.credentials : offered;
        const until = new Date(Math.max(claimedUntil.getTime(), (own.claimed_until?.getTime() ?? 0) + 1));
        await sql.query({
          text: `UPDATE channel_accounts SET status = 'connecting', credentials = $2, claimed_until = $3 WHERE id = $1`,
          values: [own.id, credentials, until],
        });
        return { accountId: own.id, credentials, claimedUntil: until };
      }),

    async finishBot({ tenantId, accountId, username, credentials, callbackSecretHash, now }) {
      const finished = await database.transaction(async (sql) => {
        const { rows } = await sql.query<{ status: string }>({
          text: `SELECT status FROM channel_accounts
                  WHERE id = $1 AND tenant_id = $2 AND status IN ('connecting', 'connected') FOR UPDATE`,
          values: [accountId, tenantId],
        });
        const [before] = rows;
        if (!before) return null;
        const isNew = before.status !== 'connected';
        const row = await writeOne(
          sql,
          `UPDATE channel_accounts
              SET status = 'connected', claimed_until = NULL, name = $2, credentials = $3, callback_secret_hash = $4,
                  connected_at = CASE WHEN $5 THEN $6 ELSE connected_at END,
                  disconnected_at = NULL, disconnect_reason = NULL
            WHERE id = $1`,
          [accountId, username, credentials, callbackSecretHash, isNew, now],
        );
        return isNew ? appendEvents(sql, [channelConnected(toAccount(row))]) : [];
      });
      if (finished) wakeLanes(finished);
      return finished !== null;
    },

    async releaseBot({ accountId, claimedUntil }) {
      await database.query({
        text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $3
                WHERE id = $1 AND status = 'connecting' AND claimed_until = $2`,
        values: [accountId, claimedUntil, emptyCredentials()],
      });
    },

    async connectNumber({ tenantId, externalId, name, number, wabaId, credentials, now }) {
      const done = await database.transaction(async (sql) => {
        const { isElsewhere, own } = await lockHolders(sql, 'wa', externalId, tenantId, now);
        if (isElsewhere) return null;
        const isNew = own?.status !== 'connected';
        const values = [tenantId, externalId, name, number, wabaId, credentials, now];
        const row = own
          ? await writeOne(
              sql,
              `UPDATE channel_accounts
                  SET status = 'connected', name = $3, number = $4, waba_id = $5, credentials = $6,
                      connected_at = CASE WHEN status = 'connected' THEN connected_at ELSE $7 END,
                      disconnected_at = NULL, disconnect_reason = NULL
                WHERE tenant_id = $1 AND channel = 'wa' AND external_id = $2`,
              values,
            )
          : await writeOne(
              sql,
              `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, waba_id, credentials, connected_at)
               VALUES ($1, 'wa', $2, $3, $4, $5, $6, $7)`,
              values,
            );
        const account = toAccount(row);
        return { account, woken: isNew ? await appendEvents(sql, [channelConnected(account)]) : [] };
      });
      if (done) wakeLanes(done.woken);
      return done?.account ?? null;
    },

    async disconnect({ tenantId, channel, externalId, reason, now }) {
      const done = await database.transaction(async (sql) => {
        const { rows } = await sql.query<AccountRow>({
          text: `SELECT ${COLUMNS} FROM channel_accounts
                  WHERE tenant_id = $1 AND channel = $2 AND external_id = $3 AND status = 'connected' FOR UPDATE`,
          values: [tenantId, channel, externalId],
        });
        if (!rows[0]) return null;
        const account = toAccount(rows[0]);
        await sql.query({
          text: `UPDATE channel_accounts
                    SET status = 'disconnected', disconnected_at = $2, disconnect_reason = $3, credentials = $4,
                        callback_secret_hash = NULL
                  WHERE id = $1`,
          values: [account.id, now, reason, emptyCredentials()],
        });
        await sql.query({ text: 'DELETE FROM listed_templates WHERE channel_account_id = $1', values: [account.id] });
        return { account, woken: await appendEvents(sql, [channelDisconnected(account, reason, now)]) };
      });
      if (done) wakeLanes(done.woken);
      return done?.account ?? null;
    },
  };
}
