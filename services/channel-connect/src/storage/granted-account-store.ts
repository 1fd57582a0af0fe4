import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_COLUMNS, accountRow } from '@parley/messaging/accounts/account-row';
import { holdAccountAgain, insertHeldAccount, releaseHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type HoldPlan, planHold } from '../domain/account-hold.ts';
import { channelConnected, channelDisconnected } from '../domain/channel-events.ts';
import type { GrantedAccount, HeldGrantedAccount, UndoJob } from '../domain/granted-account.ts';
import type { ConnectAccountsDeps } from '../use-cases/connect-accounts.ts';
import {
  type HolderStoreDeps,
  type LockedRow,
  lockAccounts,
  lockHeldAccounts,
  lockNames,
  nameOf,
} from './lock-accounts.ts';
import { disconnectRow } from './removal-store.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone, undoNow } from './undo-job.ts';

interface Holding {
  tenantId: number;
  now: Date;
  claimedUntil: Date;
}

/** Leaves a connected account unchanged; reserves any other with the credentials of this authorization. */
async function holdOne(
  transaction: PrismaTransaction,
  granted: GrantedAccount,
  plan: Exclude<HoldPlan<LockedRow>, { kind: 'elsewhere' }>,
  { tenantId, now, claimedUntil }: Holding,
): Promise<HeldGrantedAccount> {
  const { prisma } = transaction;
  const { channel, externalId, name, credentials } = granted;
  // A connected account may be disconnected while its provider is called: its job then finds the hold, or reverts the
  // call.
  const undoAt = async (dueAt: Date): Promise<UndoJob | null> =>
    channel === 'fb'
      ? addUndoJob(transaction, { tenantId, kind: 'fb_page', externalId, credentials }, { now, dueAt })
      : null;
  if (plan.kind === 'stays')
    return { granted, accountId: plan.own.id, claimedUntil: null, undoJob: await undoAt(claimedUntil) };
  const { own, claimedUntil: until } = plan;
  const held = { wabaId: null, credentials, claimedUntil: until };
  if (own) await holdAccountAgain(prisma, { id: own.id, ...held });
  const id =
    own?.id ?? (await insertHeldAccount(prisma, { tenantId, channel, externalId, name, number: null, ...held }));
  return { granted, accountId: id, claimedUntil: until, undoJob: await undoAt(until) };
}

export function makeAccountHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectAccountsDeps, 'holdAccounts' | 'releaseAccounts'> {
  return {
    holdAccounts: ({ accounts, ...holding }) =>
      database.prismaTransaction(async (transaction) => {
        const { tenantId, now } = holding;
        const rows = await lockAccounts(transaction, accounts, {
          tenantId,
          now,
          emptyCredentials: emptyCredentials(),
        });
        const plans = accounts.flatMap((granted) => {
          const named = rows.filter(({ name }) => name === nameOf(granted));
          const plan = planHold(named, tenantId, holding.claimedUntil);
          return plan.kind === 'elsewhere' ? [] : [{ granted, plan }];
        });
        if (plans.length < accounts.length) return null;
        const held: HeldGrantedAccount[] = [];
        for (const { granted, plan } of plans) held.push(await holdOne(transaction, granted, plan, holding));
        return held;
      }),

    async releaseAccounts({ held, now }) {
      await database.prismaTransaction(async (transaction) => {
        const { sql } = transaction;
        await lockNames(
          sql,
          held.map(({ granted }) => nameOf(granted)),
        );
        for (const { accountId, claimedUntil } of held)
          if (claimedUntil)
            await releaseHeldAccount(transaction.prisma, {
              id: accountId,
              claimedUntil,
              emptyCredentials: emptyCredentials(),
            });
        for (const { undoJob } of held) if (undoJob) await undoNow(transaction, undoJob, now);
      });
    },
  };
}

/** Writes one account as connected, after the account that it is linked to. */
async function finishOne(
  { prisma, sql }: PrismaTransaction,
  { granted, accountId }: HeldGrantedAccount,
  pageAccountId: number | null,
  now: Date,
) {
  const { name, credentials, tokenDueAt } = granted;
  const { account, wasConnected } = await connectAccount(sql, {
    id: accountId,
    name,
    number: null,
    wabaId: null,
    credentials,
    callbackSecretHash: null,
    linkedAccountId: pageAccountId,
    at: now,
  });
  if (tokenDueAt) {
    const channelAccountId = account.id;
    const token = { dueAt: tokenDueAt, refreshedAt: now };
    await prisma.channelToken.upsert({
      where: { channelAccountId },
      create: { channelAccountId, tenantId: account.tenantId, ...token },
      update: { ...token, attempts: 0 },
    });
  }
  return { account, wasConnected };
}

const lockOthersLinked = defineStatement({
  name: 'channel-connect.lock-others-linked',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.linked_account_id = $1 AND c.id <> $2 AND c.status = 'connected' ORDER BY c.id FOR NO KEY UPDATE`,
  params: { pageAccountId: 'int4', keptId: 'int4' },
  row: accountRow,
});

/** Disconnects the page's previous Instagram account, which can no longer be reached. */
async function replaceLinked(
  transaction: PrismaTransaction,
  pageAccountId: number,
  keptId: number,
  now: Date,
  emptyCredentials: string,
) {
  const gone = await lockOthersLinked.all(transaction.sql, { pageAccountId, keptId });
  for (const account of gone) await disconnectRow(transaction, account, 'replaced', now, emptyCredentials);
  return gone.map((account) => channelDisconnected(account, 'replaced', now));
}

const undoJobsOf = (held: readonly HeldGrantedAccount[]): UndoJob[] => held.flatMap(({ undoJob }) => undoJob ?? []);

const lockLink = defineStatement({
  name: 'channel-connect.lock-link',
  text: 'SELECT used_at FROM connect_links WHERE id = $1 AND tenant_id = $2 FOR UPDATE',
  params: { linkId: 'int4', tenantId: 'int4' },
  row: { usedAt: 'timestamptz?' },
});

/** Checks that the link is unused, every account is still reserved, and no subscription was reverted meanwhile. */
async function readObstacle(
  sql: Sql,
  tenantId: number,
  linkId: number,
  held: readonly HeldGrantedAccount[],
): Promise<'link_used' | 'interrupted' | null> {
  const link = await lockLink.first(sql, { linkId, tenantId });
  if (!link || link.usedAt) return 'link_used';
  await lockNames(
    sql,
    held.map(({ granted }) => nameOf(granted)),
  );
  const ids = held.map(({ accountId }) => accountId);
  if ((await lockHeldAccounts(sql, tenantId, ids)).length < held.length) return 'interrupted';
  return (await isAnyUndone(sql, undoJobsOf(held))) ? 'interrupted' : null;
}

/** Connects all accounts of one authorization, in one transaction with the events. */
export function makeAccountFinish({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<ConnectAccountsDeps, 'finishAccounts'> {
  return {
    async finishAccounts({ tenantId, linkId, held, now }) {
      const done = await database.prismaTransaction(async (transaction) => {
        const { prisma, sql } = transaction;
        const obstacle = await readObstacle(sql, tenantId, linkId, held);
        if (obstacle !== null) return { obstacle, woken: [] };
        const pages = new Map<string, number>();
        const events = [];
        for (const one of held) {
          const { channel, externalId, pageId } = one.granted;
          const pageAccountId = pageId === null ? null : (pages.get(pageId) ?? null);
          const { account, wasConnected } = await finishOne(transaction, one, pageAccountId, now);
          if (channel === 'fb') pages.set(externalId, account.id);
          if (pageAccountId !== null)
            events.push(...(await replaceLinked(transaction, pageAccountId, account.id, now, emptyCredentials())));
          if (!wasConnected) events.push(channelConnected(account));
        }
        await dropUndoJobs(transaction, undoJobsOf(held));
        await prisma.connectLink.updateMany({
          where: { id: linkId, tenantId },
          data: { usedAt: now, stateHash: null },
        });
        return { obstacle: null, woken: await appendEvents(sql, events) };
      });
      wakeLanes(done.woken);
      return done.obstacle ?? 'connected';
    },
  };
}
