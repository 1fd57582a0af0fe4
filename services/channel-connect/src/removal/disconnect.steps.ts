import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { DisconnectReason } from '@parley/common/events';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { type ChannelAccount, channelDisconnected, OWN_CHANNELS } from '../channels/account.rules.ts';
import { isOwnLogin, sealNothing } from '../connecting/credentials.rules.ts';
import { lockNames, nameOf } from '../connecting/hold.store.ts';
import type { ChannelConnectService } from '../service.ts';
import { planRemoval, type Removal } from './removal.rules.ts';
import { addRemovalJob, disconnectRow, lockToRemove } from './removal.store.ts';

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
    const locked = await lockToRemove(sql, { tenantId, channel, externalId });
    const rows = locked.map((row) => ({ ...row, hasOwnLogin: isOwnLogin(service.cipher, row) }));
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

/**
 * Disconnects a channel (docs/reference/channels.md#disconnecting). Returns the accounts removed with it. Errors:
 * not_connected.
 */
export async function removeChannel(
  service: ChannelConnectService,
  account: Pick<ChannelAccount, 'tenantId' | 'channel' | 'externalId'>,
  reason: Extract<DisconnectReason, 'api' | 'dashboard'>,
): Promise<{ channel: Channel; id: string }[]> {
  if (!OWN_CHANNELS.includes(account.channel)) throw new AppError('not_connected');
  const linked = await disconnectWithLinked(service, account, reason);
  if (!linked) throw new AppError('not_connected');
  return linked.map(({ channel, externalId }) => ({ channel, id: externalId }));
}
