import { appendEvents } from '@parley/prisma/outbox/append-events';
import { channelConnected } from '../domain/channel-events.ts';
import type { UndoJob } from '../domain/surface.ts';
import type { ConnectTelegramDeps } from '../use-cases/connect-telegram.ts';
import { toAccount } from './account-rows.ts';
import { type HolderStoreDeps, lockHolders, releaseHold, writeOne } from './lock-holders.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone } from './undo-job.ts';

/** Holding a bot while Telegram is being told: from here on nobody else tells it something different. */
export function makeBotHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectTelegramDeps, 'holdBot' | 'releaseBot'> {
  return {
    holdBot: ({ tenantId, botId, username, offered, now, claimedUntil }) =>
      database.transaction(async (sql) => {
        const { isElsewhere, own } = await lockHolders(sql, 'tg', botId, tenantId, now);
        if (isElsewhere) return null;
        const undoAt = (dueAt: Date): Promise<UndoJob> =>
          addUndoJob(sql, { tenantId, kind: 'tg_webhook', externalId: botId, credentials: offered }, { now, dueAt });
        if (own?.status === 'connected') {
          const undoJob = await undoAt(claimedUntil);
          return { accountId: own.id, credentials: own.credentials, claimedUntil, undoJob };
        }
        if (!own) {
          const made = await writeOne(
            sql,
            `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, status, credentials, claimed_until)
             VALUES ($1, 'tg', $2, $3, 'connecting', $4, $5)`,
            [tenantId, botId, username, offered, claimedUntil],
          );
          return { accountId: made.id, credentials: offered, claimedUntil, undoJob: await undoAt(claimedUntil) };
        }
        // A request of the same tenant that is under way shares its secret; each hold ends at a moment of its own.
        const isUnderWay = own.status === 'connecting';
        const credentials = isUnderWay ? own.credentials : offered;
        const until = new Date(Math.max(claimedUntil.getTime(), (own.claimed_until?.getTime() ?? 0) + 1));
        await sql.query({
          text: `UPDATE channel_accounts SET status = 'connecting', credentials = $2, claimed_until = $3 WHERE id = $1`,
          values: [own.id, credentials, until],
        });
        return { accountId: own.id, credentials, claimedUntil: until, undoJob: await undoAt(until) };
      }),

    releaseBot: (held, now) => database.transaction((sql) => releaseHold(sql, held, emptyCredentials(), now)),
  };
}

/** A bot that Telegram knows of is connected, in one transaction with the event that tells of it. */
export function makeBotFinish({ database, wakeLanes }: HolderStoreDeps): Pick<ConnectTelegramDeps, 'finishBot'> {
  return {
    async finishBot({ tenantId, accountId, undoJob, username, credentials, callbackSecretHash, now }) {
      const finished = await database.transaction(async (sql) => {
        const { rows } = await sql.query<{ status: string }>({
          text: `SELECT status FROM channel_accounts
                  WHERE id = $1 AND tenant_id = $2 AND status IN ('connecting', 'connected') FOR UPDATE`,
          values: [accountId, tenantId],
        });
        const [before] = rows;
        if (!before || (await isAnyUndone(sql, [undoJob]))) return null;
        await dropUndoJobs(sql, [undoJob]);
        const isNew = before.status !== 'connected';
        const row = await writeOne(
          sql,
          `UPDATE channel_accounts
              SET status = 'connected', claimed_until = NULL, name = $2, credentials = $3, callback_secret_hash = $4,
                  connected_at = CASE WHEN $5 THEN $6 ELSE connected_at END, authorized_at = $6,
                  disconnected_at = NULL, disconnect_reason = NULL
            WHERE id = $1`,
          [accountId, username, credentials, callbackSecretHash, isNew, now],
        );
        return isNew ? appendEvents(sql, [channelConnected(toAccount(row))]) : [];
      });
      if (finished) wakeLanes(finished);
      return finished !== null;
    },
  };
}
