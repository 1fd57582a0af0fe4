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
import { type LockedRow, lockAccounts, lockNames, nameOf } from './lock-accounts.ts';
import { type HolderStoreDeps, lockHeldAccounts } from './lock-holders.ts';
import { disconnectRow } from './removal-store.ts';
import { addUndoJob, dropUndoJobs, isAnyUndone, undoNow } from './undo-job.ts';

interface Holding {
  tenantId: number;
  now: Date;
  claimedUntil: Date;
}

/** A connected account stays as it is; any other is held from now on, with the credentials of this authorization. */
async function holdOne(
  sql: Sql,
  granted: GrantedAccount,
  plan: Exclude<HoldPlan<LockedRow>, { kind: 'elsewhere' }>,
  { tenantId, now, claimedUntil }: Holding,
): Promise<HeldGrantedAccount> {
  const { channel, externalId, name, credentials } = granted;
  // What is connected may be taken away while its provider is told: its job finds it held, or undoes it.
  const undoAt = async (dueAt: Date): Promise<UndoJob | null> =>
    channel === 'fb' ? addUndoJob(sql, { tenantId, kind: 'fb_page', externalId, credentials }, { now, dueAt }) : null;
  if (plan.kind === 'stays')
    return { granted, accountId: plan.own.id, claimedUntil: null, undoJob: await undoAt(claimedUntil) };
  const { own, claimedUntil: until } = plan;
  const held = { wabaId: null, credentials, claimedUntil: until };
  if (own) await holdAccountAgain(sql, { id: own.id, ...held });
  const id = own?.id ?? (await insertHeldAccount(sql, { tenantId, channel, externalId, name, number: null, ...held }));
  return { granted, accountId: id, claimedUntil: until, undoJob: await undoAt(until) };
}

export function makeAccountHolds({
  database,
  emptyCredentials,
}: HolderStoreDeps): Pick<ConnectAccountsDeps, 'holdAccounts' | 'releaseAccounts'> {
  return {
    holdAccounts: ({ accounts, ...holding }) =>
      database.transaction(async (sql) => {
        const { tenantId, now } = holding;
        const rows = await lockAccounts(sql, accounts, { tenantId, now, emptyCredentials: emptyCredentials() });
        const plans = accounts.flatMap((granted) => {
          const named = rows.filter(({ name }) => name === nameOf(granted));
          const plan = planHold(named, tenantId, holding.claimedUntil);
          return plan.kind === 'elsewhere' ? [] : [{ granted, plan }];
        });
        if (plans.length < accounts.length) return null;
        const held: HeldGrantedAccount[] = [];
        for (const { granted, plan } of plans) held.push(await holdOne(sql, granted, plan, holding));
        return held;
      }),

    async releaseAccounts({ held, now }) {
      await database.transaction(async (sql) => {
        await lockNames(
          sql,
          held.map(({ granted }) => nameOf(granted)),
        );
        for (const { accountId, claimedUntil } of held)
          if (claimedUntil)
            await releaseHeldAccount(sql, { id: accountId, claimedUntil, emptyCredentials: emptyCredentials() });
        for (const { undoJob } of held) if (undoJob) await undoNow(sql, undoJob, now);
      });
    },
  };
}

const saveToken = defineStatement({
  name: 'channel-connect.save-token',
  text: `INSERT INTO channel_tokens (channel_account_id, tenant_id, due_at, refreshed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (channel_account_id) DO UPDATE
            SET due_at = excluded.due_at, refreshed_at = excluded.refreshed_at, attempts = 0`,
  params: { accountId: 'int4', tenantId: 'int4', dueAt: 'timestamptz', now: 'timestamptz' },
});

/** Writes one account as connected; what it is linked to was written before it. */
async function finishOne(
  sql: Sql,
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
  if (tokenDueAt)
    await saveToken.run(sql, { accountId: account.id, tenantId: account.tenantId, dueAt: tokenDueAt, now });
  return { account, wasConnected };
}

const lockOthersLinked = defineStatement({
  name: 'channel-connect.lock-others-linked',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.linked_account_id = $1 AND c.id <> $2 AND c.status = 'connected' ORDER BY c.id FOR NO KEY UPDATE`,
  params: { pageAccountId: 'int4', keptId: 'int4' },
  row: accountRow,
});

/** The page has another Instagram account now: the one before is reached no more. */
async function replaceLinked(sql: Sql, pageAccountId: number, keptId: number, now: Date, emptyCredentials: string) {
  const gone = await lockOthersLinked.all(sql, { pageAccountId, keptId });
  for (const account of gone) await disconnectRow(sql, account, 'replaced', now, emptyCredentials);
  return gone.map((account) => channelDisconnected(account, 'replaced', now));
}

const undoJobsOf = (held: readonly HeldGrantedAccount[]): UndoJob[] => held.flatMap(({ undoJob }) => undoJob ?? []);

const lockLink = defineStatement({
  name: 'channel-connect.lock-link',
  text: 'SELECT used_at FROM connect_links WHERE id = $1 AND tenant_id = $2 FOR UPDATE',
  params: { linkId: 'int4', tenantId: 'int4' },
  row: { usedAt: 'timestamptz?' },
});

const markLinkUsed = defineStatement({
  name: 'channel-connect.mark-link-used',
  text: 'UPDATE connect_links SET used_at = $2, state_hash = NULL WHERE id = $1',
  params: { linkId: 'int4', now: 'timestamptz' },
});

/** The link is still unused, every account still held, and no subscription taken back meanwhile. */
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

/** Everything of one authorization is connected, in one transaction with the events that tell of it. */
export function makeAccountFinish({
  database,
  emptyCredentials,
  wakeLanes,
}: HolderStoreDeps): Pick<ConnectAccountsDeps, 'finishAccounts'> {
  return {
    async finishAccounts({ tenantId, linkId, held, now }) {
      const done = await database.transaction(async (sql) => {
        const obstacle = await readObstacle(sql, tenantId, linkId, held);
        if (obstacle !== null) return { obstacle, woken: [] };
        const pages = new Map<string, number>();
        const events = [];
        for (const one of held) {
          const { channel, externalId, pageId } = one.granted;
          const pageAccountId = pageId === null ? null : (pages.get(pageId) ?? null);
          const { account, wasConnected } = await finishOne(sql, one, pageAccountId, now);
          if (channel === 'fb') pages.set(externalId, account.id);
          if (pageAccountId !== null)
            events.push(...(await replaceLinked(sql, pageAccountId, account.id, now, emptyCredentials())));
          if (!wasConnected) events.push(channelConnected(account));
        }
        await dropUndoJobs(sql, undoJobsOf(held));
        await markLinkUsed.run(sql, { linkId, now });
        return { obstacle: null, woken: await appendEvents(sql, events) };
      });
      wakeLanes(done.woken);
      return done.obstacle ?? 'connected';
    },
  };
}
