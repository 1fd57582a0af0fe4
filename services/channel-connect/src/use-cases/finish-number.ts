import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { connectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type AccountHold, isElsewhere, undoJobsOf } from '../domain/account-hold.ts';
import type { ChannelAccount, NewNumber } from '../domain/channel-account.ts';
import { channelConnected } from '../domain/channel-events.ts';
import { sealNothing } from '../domain/credentials.ts';
import type { ChannelConnectService } from '../service.ts';
import { lockAccounts } from '../storage/lock-accounts.ts';
import { cancelUndoJobs } from '../storage/undo-job.ts';

/**
 * Connects or renews a wa number after Graph was called, in one transaction with channel.connected if it was not
 * connected before. Otherwise returns the obstacle.
 */
export async function finishNumber(
  service: ChannelConnectService,
  tenantId: number,
  { account: given, ...hold }: AccountHold<NewNumber>,
): Promise<ChannelAccount | 'elsewhere' | 'interrupted'> {
  const now = service.now();
  const jobs = undoJobsOf([hold]);
  const done = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const emptyCredentials = sealNothing(service.cipher);
    const rows = await lockAccounts(transaction, [given], { tenantId, now, emptyCredentials });
    if (isElsewhere(rows, tenantId)) return 'elsewhere';
    if (!(await cancelUndoJobs(transaction, jobs))) return 'interrupted';
    const own = rows.find((row) => row.tenantId === tenantId);
    const { account, wasConnected } = own
      ? await connectAccount(sql, { id: own.id, ...given, callbackSecretHash: null, linkedAccountId: null, at: now })
      : { account: await insertConnectedAccount(sql, { tenantId, ...given, connectedAt: now }), wasConnected: false };
    return { account, woken: wasConnected ? [] : await appendEvents(sql, [channelConnected(account)]) };
  });
  if (typeof done === 'string') return done;
  wakeDeliveries(service.bus, done.woken);
  return done.account;
}
