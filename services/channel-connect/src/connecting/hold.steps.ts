import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { releaseHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { undoCallOf } from '../removal/removal.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { isOwnLogin, sealNothing } from './credentials.rules.ts';
import { type AccountHold, type HoldPlan, type OfferedAccount, planHold, undoJobsOf } from './hold.rules.ts';
import { addUndoJob, holdAccount, type LockedRow, lockAccounts, lockNames, nameOf, undoNow } from './hold.store.ts';

interface HoldContext extends Pick<ChannelConnectService, 'cipher'> {
  tenantId: number;
  now: Date;
  claimedUntil: Date;
}

/** Leaves a connected account unchanged; reserves any other with the credentials of this request. */
async function holdOne<Account extends OfferedAccount>(
  transaction: PrismaTransaction,
  account: Account,
  plan: Exclude<HoldPlan<LockedRow>, { kind: 'elsewhere' }>,
  { tenantId, now, claimedUntil, cipher }: HoldContext,
): Promise<AccountHold<Account>> {
  const { channel, externalId, name, number = null, wabaId = null } = account;
  const { own } = plan;
  // A bot keeps the secret of its webhook, which a concurrent request of the same tenant shares.
  const isShared = channel === 'tg' && own !== null && own.status !== 'disconnected';
  const credentials = isShared ? own.credentials : account.credentials;
  const until = plan.kind === 'hold' ? plan.claimedUntil : claimedUntil;
  const held = { tenantId, channel, externalId, name, number, wabaId, credentials, claimedUntil: until };
  const accountId = plan.kind === 'hold' ? await holdAccount(transaction, own, held) : plan.own.id;
  // A connected account may be disconnected while its provider is called: its job then finds the hold, or reverts the
  // call.
  const called = { channel, externalId, wabaId, credentials: account.credentials };
  const call = undoCallOf({ ...called, hasOwnLogin: isOwnLogin(cipher, called) });
  const undoJob = call && (await addUndoJob(transaction, { tenantId, ...call }, { now, dueAt: until }));
  return { account, accountId, credentials, claimedUntil: plan.kind === 'hold' ? until : null, undoJob };
}

/**
 * Reserves accounts for a tenant while their provider is called, each with the job that reverts the call, so that no
 * other tenant configures it. `holdMs` is longer than the request may take: an older hold belongs to a dead process.
 * Null, and none is reserved, when another tenant has one of them.
 */
export async function holdAccounts<Account extends OfferedAccount>(
  service: Pick<ChannelConnectService, 'database' | 'cipher' | 'now'>,
  tenantId: number,
  accounts: readonly Account[],
  holdMs: number,
): Promise<AccountHold<Account>[] | null> {
  const now = service.now();
  const claimedUntil = new Date(now.getTime() + holdMs);
  return service.database.prismaTransaction(async (transaction) => {
    const emptyCredentials = sealNothing(service.cipher);
    const rows = await lockAccounts(transaction, accounts, { tenantId, now, emptyCredentials });
    const plans = accounts.flatMap((account) => {
      const named = rows.filter(({ name }) => name === nameOf(account));
      const plan = planHold(named, tenantId, claimedUntil);
      return plan.kind === 'elsewhere' ? [] : [{ account, plan }];
    });
    if (plans.length < accounts.length) return null;
    const holds: AccountHold<Account>[] = [];
    for (const { account, plan } of plans)
      holds.push(await holdOne(transaction, account, plan, { tenantId, now, claimedUntil, cipher: service.cipher }));
    return holds;
  });
}

/**
 * Releases accounts that were not connected, unless another request has reserved them since, and makes their undo jobs
 * due. Never fails: otherwise the holds expire by themselves, and the jobs run then. `names` are locked first, where an
 * authorization has several accounts that other requests may lock in another order.
 */
export async function releaseHolds(
  service: ChannelConnectService,
  holds: readonly AccountHold[],
  names: readonly string[] = [],
): Promise<void> {
  const now = service.now();
  const released = service.database.prismaTransaction(async (transaction) => {
    await lockNames(transaction.sql, names);
    for (const { accountId: id, claimedUntil } of holds) {
      if (claimedUntil === null) continue;
      await releaseHeldAccount(transaction.prisma, { id, claimedUntil, emptyCredentials: sealNothing(service.cipher) });
    }
    for (const job of undoJobsOf(holds)) await undoNow(transaction, job, now);
  });
  await released.then(
    () => service.wakeRemovals(),
    () => {},
  );
}
