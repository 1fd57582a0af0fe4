import { appendEvents } from '@parley/prisma/outbox/append-events';
import { channelConnected } from '../domain/channel-events.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import { toAccount } from './account-rows.ts';
import { type HolderStoreDeps, lockHolders, writeOne } from './lock-holders.ts';

/** A wa number is connected or renewed, in one transaction with the event that tells of it. */
export function makeNumberStore({ database, wakeLanes }: HolderStoreDeps): Pick<ConnectWaNumberDeps, 'connectNumber'> {
  return {
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
  };
}
