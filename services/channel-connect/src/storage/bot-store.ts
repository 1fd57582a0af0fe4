import { holdAccountAgain, insertHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { planHold } from '../domain/account-hold.ts';
import { channelConnected } from '../domain/channel-events.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import type { ConnectTelegramDeps } from '../use-cases/connect-telegram.ts';
import { type HolderStoreDeps, lockAccounts, lockHeldAccounts, releaseHold } from './lock-accounts.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone } from './undo-job.ts';

/** Reserves a bot while Telegram is called, so that no other tenant configures it. */
export function makeBotHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectTelegramDeps, 'holdBot' | 'releaseBot'> {
  return {
    holdBot: ({ tenantId, botId, username, offered, now, claimedUntil }) =>
      database.prismaTransaction(async (transaction) => {
        const asked = { tenantId, now, emptyCredentials: emptyCredentials() };
        const rows = await lockAccounts(transaction, [{ channel: 'tg', externalId: botId }], asked);
        const plan = planHold(rows, tenantId, claimedUntil);
        if (plan.kind === 'elsewhere') return null;
        const undoAt = (dueAt: Date): Promise<UndoJob> =>
          addUndoJob(
            transaction,
            { tenantId, kind: 'tg_webhook', externalId: botId, credentials: offered },
            { now, dueAt },
          );
        if (plan.kind === 'stays') {
          const { id: accountId, credentials } = plan.own;
          return { accountId, credentials, claimedUntil, undoJob: await undoAt(claimedUntil) };
        }
        const { own, claimedUntil: until } = plan;
        // A concurrent request of the same tenant shares its secret.
        const credentials = own?.status === 'connecting' ? own.credentials : offered;
        const held = { wabaId: null, credentials, claimedUntil: until };
        if (own) await holdAccountAgain(transaction.prisma, { id: own.id, ...held });
        const bot = { tenantId, channel: 'tg', externalId: botId, name: username, number: null } as const;
        const accountId = own?.id ?? (await insertHeldAccount(transaction.prisma, { ...bot, ...held }));
        return { accountId, credentials, claimedUntil: until, undoJob: await undoAt(until) };
      }),

    releaseBot: (held, now) =>
      database.prismaTransaction((transaction) => releaseHold(transaction, held, emptyCredentials(), now)),
  };
}

/** Connects a bot after Telegram was configured, in one transaction with the event. */
export function makeBotFinish({ database, wakeLanes }: HolderStoreDeps): Pick<ConnectTelegramDeps, 'finishBot'> {
  return {
    async finishBot({ tenantId, accountId, undoJob, username, credentials, callbackSecretHash, now }) {
      const finished = await database.prismaTransaction(async (transaction) => {
        const { sql } = transaction;
        const locked = await lockHeldAccounts(sql, tenantId, [accountId]);
        if (locked.length === 0 || (await isAnyUndone(sql, [undoJob]))) return null;
        await dropUndoJobs(transaction, [undoJob]);
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
