import { holdAccountAgain, insertHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { connectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { isElsewhere, planHold } from '../domain/account-hold.ts';
import { channelConnected } from '../domain/channel-events.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import { type HolderStoreDeps, lockAccounts, releaseHold } from './lock-accounts.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone } from './undo-job.ts';

/**
 * Reserves a number while Graph is called for its business account: a concurrent removal of another number of that
 * account then sees it, and keeps the subscription.
 */
export function makeNumberHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectWaNumberDeps, 'holdNumber' | 'releaseNumber'> {
  return {
    holdNumber: ({ tenantId, externalId, name, number, wabaId, credentials, now, claimedUntil }) =>
      database.prismaTransaction(async (transaction) => {
        const asked = { tenantId, now, emptyCredentials: emptyCredentials() };
        const rows = await lockAccounts(transaction, [{ channel: 'wa', externalId }], asked);
        const plan = planHold(rows, tenantId, claimedUntil);
        if (plan.kind === 'elsewhere') return 'elsewhere';
        const undoAt = (dueAt: Date): Promise<UndoJob> =>
          addUndoJob(transaction, { tenantId, kind: 'wa_app', externalId: wabaId, credentials }, { now, dueAt });
        if (plan.kind === 'stays') return { accountId: plan.own.id, claimedUntil, undoJob: await undoAt(claimedUntil) };
        const { own, claimedUntil: until } = plan;
        const held = { wabaId, credentials, claimedUntil: until };
        if (own) await holdAccountAgain(transaction.prisma, { id: own.id, ...held });
        const id =
          own?.id ??
          (await insertHeldAccount(transaction.prisma, { tenantId, channel: 'wa', externalId, name, number, ...held }));
        return { accountId: id, claimedUntil: until, undoJob: await undoAt(until) };
      }),

    releaseNumber: (held, now) =>
      database.prismaTransaction((transaction) => releaseHold(transaction, held, emptyCredentials(), now)),
  };
}

/** Connects or renews a wa number, in one transaction with the event. */
export function makeNumberStore({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<ConnectWaNumberDeps, 'connectNumber'> {
  return {
    async connectNumber({ tenantId, externalId, name, number, wabaId, credentials, undoJob, now }) {
      const done = await database.prismaTransaction(async (transaction) => {
        const { sql } = transaction;
        const asked = { tenantId, now, emptyCredentials: emptyCredentials() };
        const rows = await lockAccounts(transaction, [{ channel: 'wa', externalId }], asked);
        if (isElsewhere(rows, tenantId)) return 'elsewhere';
        const own = rows.find((row) => row.tenantId === tenantId);
        if (await isAnyUndone(sql, [undoJob])) return 'interrupted';
        await dropUndoJobs(transaction, [undoJob]);
        const details = { name, number, wabaId, credentials };
        const { account, wasConnected } = own
          ? await connectAccount(sql, {
              id: own.id,
              ...details,
              callbackSecretHash: null,
              linkedAccountId: null,
              at: now,
            })
          : {
              account: await insertConnectedAccount(sql, {
                tenantId,
                channel: 'wa',
                externalId,
                ...details,
                connectedAt: now,
              }),
              wasConnected: false,
            };
        return { account, woken: wasConnected ? [] : await appendEvents(sql, [channelConnected(account)]) };
      });
      if (typeof done === 'string') return done;
      wakeLanes(done.woken);
      return done.account;
    },
  };
}
