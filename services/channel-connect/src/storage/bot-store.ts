import { holdAccountAgain, insertHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { channelConnected } from '../domain/channel-events.ts';
import type { UndoJob } from '../domain/surface.ts';
import type { ConnectTelegramDeps } from '../use-cases/connect-telegram.ts';
import { type HolderStoreDeps, lockHolders, releaseHold } from './lock-holders.ts';
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
          const bot = {
            tenantId,
            channel: 'tg',
            externalId: botId,
            name: username,
            number: null,
            wabaId: null,
          } as const;
          const accountId = await insertHeldAccount(sql, { ...bot, credentials: offered, claimedUntil });
          return { accountId, credentials: offered, claimedUntil, undoJob: await undoAt(claimedUntil) };
        }
        // A request of the same tenant that is under way shares its secret; each hold ends at a moment of its own.
        const isUnderWay = own.status === 'connecting';
        const credentials = isUnderWay ? own.credentials : offered;
        const until = new Date(Math.max(claimedUntil.getTime(), (own.claimed_until?.getTime() ?? 0) + 1));
        await holdAccountAgain(sql, { id: own.id, wabaId: null, credentials, claimedUntil: until });
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
        const { rows } = await sql.query({
          text: `SELECT 1 FROM channel_accounts
                  WHERE id = $1 AND tenant_id = $2 AND status IN ('connecting', 'connected') FOR NO KEY UPDATE`,
          values: [accountId, tenantId],
        });
        if (rows.length === 0 || (await isAnyUndone(sql, [undoJob]))) return null;
        await dropUndoJobs(sql, [undoJob]);
        const { account, wasConnected } = await connectAccount(sql, {
          id: accountId,
          name: username,
          number: null,
          wabaId: null,
          credentials,
          callbackSecretHash,
          linkedAccountId: null,
          at: now,
        });
        return wasConnected ? [] : appendEvents(sql, [channelConnected(account)]);
      });
      if (finished) wakeLanes(finished);
      return finished !== null;
    },
  };
}
