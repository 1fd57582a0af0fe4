import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type AccountHold, undoJobsOf } from '../domain/account-hold.ts';
import { channelConnected } from '../domain/channel-events.ts';
import { sealBot } from '../domain/credentials.ts';
import { hashSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { lockHeldAccounts } from '../storage/lock-accounts.ts';
import { cancelUndoJobs } from '../storage/undo-job.ts';

/**
 * Connects a bot after Telegram was configured, in one transaction with channel.connected if it was not connected
 * before. False when the bot or its webhook was removed meanwhile.
 */
export async function finishBot(
  service: ChannelConnectService,
  tenantId: number,
  hold: AccountHold,
  secrets: { token: string; callbackSecret: string },
): Promise<boolean> {
  const jobs = undoJobsOf([hold]);
  const connection = {
    id: hold.accountId,
    name: hold.account.name,
    number: null,
    wabaId: null,
    credentials: sealBot(service.cipher, secrets),
    callbackSecretHash: hashSecret(secrets.callbackSecret),
    linkedAccountId: null,
    at: service.now(),
  };
  const woken = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const locked = await lockHeldAccounts(sql, tenantId, [hold.accountId]);
    if (locked.length === 0 || !(await cancelUndoJobs(transaction, jobs))) return null;
    const { account, wasConnected } = await connectAccount(sql, connection);
    return wasConnected ? [] : appendEvents(sql, [channelConnected(account)]);
  });
  if (woken) wakeDeliveries(service.bus, woken);
  return woken !== null;
}
