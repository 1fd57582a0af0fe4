import { appendEvents } from '@parley/prisma/outbox/append-events';
import { channelDisconnected } from '../domain/channel-events.ts';
import type { RemoveChannelDeps } from '../use-cases/remove-channel.ts';
import { type AccountRow, COLUMNS, toAccount } from './account-rows.ts';
import type { HolderStoreDeps } from './lock-holders.ts';

/** An account is taken away, with its credentials and in one transaction with the event that tells of it. */
export function makeRemovalStore({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<RemoveChannelDeps, 'disconnect'> {
  return {
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
