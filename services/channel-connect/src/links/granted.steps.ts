import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { AppError } from '@parley/common/errors';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { ReadResult } from '@parley/providers/sent/send-outcome';
import { channelConnected, channelDisconnected } from '../channels/account.rules.ts';
import { isOwnLogin, sealNothing } from '../connecting/credentials.rules.ts';
import { type AccountHold, undoJobsOf } from '../connecting/hold.rules.ts';
import { holdAccounts, releaseHolds } from '../connecting/hold.steps.ts';
import { cancelUndoJobs, lockHeldAccounts, lockNames, nameOf } from '../connecting/hold.store.ts';
import { askForAuthorization } from '../connecting/provider.client.ts';
import { keepIsOnBizApp } from '../history/coexistence.steps.ts';
import { addRemovalJob, disconnectRow, lockOthersLinked } from '../removal/removal.store.ts';
import type { ChannelConnectService } from '../service.ts';
import { dropToken, saveTokenDueAt } from '../tokens/token.store.ts';
import type { GrantedAccount } from './dialog.rules.ts';
import { type ConnectError, type ConnectLink, ConnectRefused, type ConnectResult } from './link.rules.ts';
import { lockUnusedLink, markLinkUsed } from './link.store.ts';
import { sealSignup } from './signup.rules.ts';

export const failed = (error: ConnectError): ConnectResult => ({ status: 'error', error });

/** The outcome of a connection, or the error with which it ends. */
export async function resultOf<Outcome>(
  service: Pick<ChannelConnectService, 'logger'>,
  link: Pick<ConnectLink, 'id'>,
  connect: () => Promise<Outcome>,
): Promise<Outcome | ConnectResult> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof ConnectRefused && error.code !== 'internal_error') return failed(error.code);
    service.logger.error('connect-link.failed', { link_id: link.id, err: error }, 'A connect link failed.');
    const isAway = error instanceof AppError && error.code === 'service_unavailable';
    return failed(isAway ? 'service_unavailable' : 'internal_error');
  }
}

/** No further call starts after this part of the 55 s that a browser waits; the last call may take the rest. */
const BUDGET_MS = 35_000;

/** Calls Graph while there is time left. */
export type Ask = <T>(call: () => Promise<ReadResult<T>>) => Promise<T>;

export function makeAsk(): Ask {
  const startedAt = performance.now();
  return async (call) => {
    if (performance.now() - startedAt > BUDGET_MS) throw new ConnectRefused('provider_timeout');
    return askForAuthorization(call);
  };
}

const HOLD_MS = 120_000;

/**
 * Connects all accounts of one authorization, or none (docs/reference/channels.md#connect-links). They are reserved
 * before `configure` calls the provider, so that no other request configures it; a crash leaves only holds that expire
 * and jobs that revert. Throws {@link ConnectRefused}, and the errors of `configure`.
 */
export async function connectAccounts(
  service: ChannelConnectService,
  link: ConnectLink,
  accounts: readonly GrantedAccount[],
  configure: (held: readonly HeldAccount[]) => Promise<void>,
): Promise<void> {
  const held = await holdAccounts(service, link.tenantId, accounts, HOLD_MS);
  if (!held) throw new ConnectRefused('already_connected');
  try {
    await configure(held);
    const outcome = await finishGrantedAccounts(service, link, held);
    if (outcome !== 'connected') throw new ConnectRefused(outcome);
  } catch (error) {
    await releaseHolds(service, held, accounts.map(nameOf));
    throw error;
  }
}

type HeldAccount = AccountHold<GrantedAccount>;

/**
 * Checks that the link is unused, every account is still reserved, and no subscription has been reverted; cancels their
 * reversals.
 */
async function findObstacle(
  transaction: PrismaTransaction,
  { id: linkId, tenantId }: ConnectLink,
  held: readonly HeldAccount[],
): Promise<'link_used' | 'interrupted' | null> {
  const { sql } = transaction;
  if (!(await lockUnusedLink(sql, linkId, tenantId))) return 'link_used';
  const names = held.map(({ account }) => nameOf(account));
  await lockNames(sql, names);
  const ids = held.map(({ accountId }) => accountId);
  if ((await lockHeldAccounts(sql, tenantId, ids)).length < held.length) return 'interrupted';
  return (await cancelUndoJobs(transaction, undoJobsOf(held))) ? null : 'interrupted';
}

/** Writes one account as connected, after the page that it is linked to. */
async function connectOne(
  transaction: PrismaTransaction,
  { account, accountId }: HeldAccount,
  linkedAccountId: number | null,
  at: Date,
) {
  const {
    name,
    credentials,
    tokenDueAt,
    tokenExpiresAt = null,
    number = null,
    wabaId = null,
    authorizedBy = null,
    isOnBizApp,
  } = account;
  const details = { number, wabaId, callbackSecretHash: null, tokenExpiresAt, authorizedBy };
  const written = { id: accountId, name, credentials, ...details, linkedAccountId, at };
  const connected = await connectAccount(transaction.sql, written);
  if (isOnBizApp !== undefined) await keepIsOnBizApp(transaction, connected.account, isOnBizApp, at);
  if (tokenDueAt) await saveTokenDueAt(transaction, connected.account, { dueAt: tokenDueAt, refreshedAt: at });
  else await dropToken(transaction, connected.account);
  return connected;
}

/**
 * An Instagram account with its own login that is now reached through its page is one account: its own webhooks end, so
 * that no message arrives twice.
 */
async function endOwnLogin(
  { cipher }: ChannelConnectService,
  transaction: PrismaTransaction,
  { account, wasConnected, credentialsBefore }: Awaited<ReturnType<typeof connectAccount>>,
  now: Date,
): Promise<void> {
  const { tenantId, channel, externalId } = account;
  const before = { channel, credentials: credentialsBefore };
  if (!wasConnected || !isOwnLogin(cipher, before) || isOwnLogin(cipher, account)) return;
  const job = { kind: 'fb_page', tenantId, externalId, credentials: credentialsBefore } as const;
  await addRemovalJob(transaction, { ...job, createdAt: now, dueAt: now });
}

/** Connects all accounts and marks the link as used, in one transaction with the events of newly connected ones. */
async function finishGrantedAccounts(
  service: ChannelConnectService,
  link: ConnectLink,
  held: readonly HeldAccount[],
): Promise<'connected' | 'link_used' | 'interrupted'> {
  const now = service.now();
  const { obstacle, woken } = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const obstacle = await findObstacle(transaction, link, held);
    if (obstacle !== null) return { obstacle, woken: [] };
    const pages = new Map<string, number>();
    const events = [];
    for (const one of held) {
      const { channel, externalId, pageId } = one.account;
      const pageAccountId = pageId === null ? null : (pages.get(pageId) ?? null);
      const connected = await connectOne(transaction, one, pageAccountId, now);
      const { account, wasConnected } = connected;
      await endOwnLogin(service, transaction, connected, now);
      if (channel === 'fb') pages.set(externalId, account.id);
      // The page's previous Instagram account can no longer be reached.
      const replaced = pageAccountId === null ? [] : await lockOthersLinked(sql, pageAccountId, account.id);
      for (const gone of replaced) await disconnectRow(transaction, gone, 'replaced', now, sealNothing(service.cipher));
      events.push(...replaced.map((gone) => channelDisconnected(gone, 'replaced', now)));
      if (!wasConnected) events.push(channelConnected(account));
    }
    const [first] = held;
    const isSignup = link.channel === 'wa' && first !== undefined;
    const signup = isSignup ? sealSignup(service.cipher, { connectedId: first.account.externalId }) : null;
    await markLinkUsed(transaction, link, { usedAt: now, signup });
    return { obstacle: null, woken: await appendEvents(sql, events) };
  });
  wakeDeliveries(service.bus, woken);
  service.wakeHistory();
  service.wakeRemovals();
  return obstacle ?? 'connected';
}
