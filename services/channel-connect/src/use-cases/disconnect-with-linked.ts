import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { DisconnectReason } from '@parley/common/events';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { channelDisconnected } from '../domain/channel-events.ts';
import { sealNothing } from '../domain/credentials.ts';
import { planRemoval, type Removal } from '../domain/plan-removal.ts';
import type { ChannelConnectService } from '../service.ts';
import { lockNames, nameOf } from '../storage/lock-accounts.ts';
import { addRemovalJob } from '../storage/removal-job-store.ts';
import { disconnectRow, lockToRemove } from '../storage/removal-store.ts';

/**
 * Disconnects an account and those linked to it: deletes their credentials, and writes events and the removal job, in
 * one transaction. `platformReason` is the platform's own reason, if it gives one. Returns the linked ones, or null when the account is not connected, or stays so.
 */
export async function disconnectWithLinked(
  service: ChannelConnectService,
  account: Pick<ChannelAccount, 'tenantId' | 'channel' | 'externalId'>,
  reason: DisconnectReason,
  unless?: Removal['unless'],
  platformReason?: string,
): Promise<ChannelAccount[] | null> {
  const { tenantId, channel, externalId } = account;
  const now = service.now();
  const done = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    await lockNames(sql, [nameOf(account)]);
    const rows = await lockToRemove(sql, { tenantId, channel, externalId });
    const plan = planRemoval(rows, { channel, externalId, reason, unless });
    if (!plan) return null;
    const { gone, linked, job } = plan;
    for (const one of gone) await disconnectRow(transaction, one.account, one.reason, now, sealNothing(service.cipher));
    if (job) await addRemovalJob(transaction, { ...job, tenantId, createdAt: now, dueAt: now });
    const events = gone.map((one) =>
      channelDisconnected(one.account, one.reason, now, one.reason === reason ? platformReason : undefined),
    );
    return { linked, woken: await appendEvents(sql, events) };
  });
  if (!done) return null;
  wakeDeliveries(service.bus, done.woken);
  service.wakeRemovals();
  return done.linked;
}
