import { appendEvents } from '@parley/prisma/outbox/append-events';
import { channelConnected } from '../domain/channel-events.ts';
import type { UndoJob } from '../domain/surface.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import { toAccount } from './account-rows.ts';
import { type HolderStoreDeps, lockHolders, releaseHold, writeOne } from './lock-holders.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone } from './undo-job.ts';

/**
 * Holding a number while Graph is told of its business account: a removal of another number of that account sees it
 * (and leaves the subscription alone) before it is connected.
 */
export function makeNumberHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectWaNumberDeps, 'holdNumber' | 'releaseNumber'> {
  return {
    holdNumber: ({ tenantId, externalId, name, number, wabaId, credentials, now, claimedUntil }) =>
      database.transaction(async (sql) => {
        const { isElsewhere, own } = await lockHolders(sql, 'wa', externalId, tenantId, now);
        if (isElsewhere) return 'elsewhere';
        const undoAt = (dueAt: Date): Promise<UndoJob> =>
          addUndoJob(sql, { tenantId, kind: 'wa_app', externalId: wabaId, credentials }, { now, dueAt });
        if (own?.status === 'connected')
          return { accountId: own.id, claimedUntil, undoJob: await undoAt(claimedUntil) };
        const until = new Date(Math.max(claimedUntil.getTime(), (own?.claimed_until?.getTime() ?? 0) + 1));
        const { id } = own
          ? await writeOne(
              sql,
              `UPDATE channel_accounts SET status = 'connecting', waba_id = $2, credentials = $3, claimed_until = $4
                WHERE id = $1`,
              [own.id, wabaId, credentials, until],
            )
          : await writeOne(
              sql,
              `INSERT INTO channel_accounts
                 (tenant_id, channel, external_id, name, number, waba_id, status, credentials, claimed_until)
               VALUES ($1, 'wa', $2, $3, $4, $5, 'connecting', $6, $7)`,
              [tenantId, externalId, name, number, wabaId, credentials, until],
            );
        return { accountId: id, claimedUntil: until, undoJob: await undoAt(until) };
      }),

    releaseNumber: (held, now) => database.transaction((sql) => releaseHold(sql, held, emptyCredentials(), now)),
  };
}

/** A wa number is connected or renewed, in one transaction with the event that tells of it. */
export function makeNumberStore({ database, wakeLanes }: HolderStoreDeps): Pick<ConnectWaNumberDeps, 'connectNumber'> {
  return {
    async connectNumber({ tenantId, externalId, name, number, wabaId, credentials, undoJob, now }) {
      const done = await database.transaction(async (sql) => {
        const { isElsewhere, own } = await lockHolders(sql, 'wa', externalId, tenantId, now);
        if (isElsewhere) return 'elsewhere';
        if (await isAnyUndone(sql, [undoJob])) return 'interrupted';
        await dropUndoJobs(sql, [undoJob]);
        const isNew = own?.status !== 'connected';
        const values = [tenantId, externalId, name, number, wabaId, credentials, now];
        const row = own
          ? await writeOne(
              sql,
              `UPDATE channel_accounts
                  SET status = 'connected', claimed_until = NULL, name = $3, number = $4, waba_id = $5,
                      credentials = $6, authorized_at = $7,
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
      if (typeof done === 'string') return done;
      wakeLanes(done.woken);
      return done.account;
    },
  };
}
