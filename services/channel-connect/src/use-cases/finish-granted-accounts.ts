import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type AccountHold, undoJobsOf } from '../domain/account-hold.ts';
import { channelConnected, channelDisconnected } from '../domain/channel-events.ts';
import type { ConnectLink } from '../domain/connect-link.ts';
import { sealNothing } from '../domain/credentials.ts';
import type { GrantedAccount } from '../domain/granted-account.ts';
import type { ChannelConnectService } from '../service.ts';
import { lockUnusedLink, markLinkUsed } from '../storage/link-store.ts';
import { lockHeldAccounts, lockNames, nameOf } from '../storage/lock-accounts.ts';
import { disconnectRow, lockOthersLinked } from '../storage/removal-store.ts';
import { saveTokenDueAt } from '../storage/token-store.ts';
import { cancelUndoJobs } from '../storage/undo-job.ts';

type HeldAccount = AccountHold<GrantedAccount>;

/** Checks that the link is unused, every account is still reserved, and no subscription was reverted meanwhile; cancels their reversals. */
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
  const { name, credentials, tokenDueAt } = account;
  const details = { number: null, wabaId: null, callbackSecretHash: null };
  const written = { id: accountId, name, credentials, ...details, linkedAccountId, at };
  const connected = await connectAccount(transaction.sql, written);
  if (tokenDueAt) await saveTokenDueAt(transaction, connected.account, { dueAt: tokenDueAt, refreshedAt: at });
  return connected;
}

/** Connects all accounts and marks the link as used, in one transaction with the events of newly connected ones. */
export async function finishGrantedAccounts(
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
      const { account, wasConnected } = await connectOne(transaction, one, pageAccountId, now);
      if (channel === 'fb') pages.set(externalId, account.id);
      // The page's previous Instagram account can no longer be reached.
      const replaced = pageAccountId === null ? [] : await lockOthersLinked(sql, pageAccountId, account.id);
      for (const gone of replaced) await disconnectRow(transaction, gone, 'replaced', now, sealNothing(service.cipher));
      events.push(...replaced.map((gone) => channelDisconnected(gone, 'replaced', now)));
      if (!wasConnected) events.push(channelConnected(account));
    }
    await markLinkUsed(transaction, link, now);
    return { obstacle: null, woken: await appendEvents(sql, events) };
  });
  wakeDeliveries(service.bus, woken);
  return obstacle ?? 'connected';
}
