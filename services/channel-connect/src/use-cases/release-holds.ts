import { releaseHeldAccount } from '@parley/messaging/accounts/hold-accounts';
import { type AccountHold, undoJobsOf } from '../domain/account-hold.ts';
import { sealNothing } from '../domain/credentials.ts';
import type { ChannelConnectService } from '../service.ts';
import { lockNames } from '../storage/lock-accounts.ts';
import { undoNow } from '../storage/undo-job.ts';

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
