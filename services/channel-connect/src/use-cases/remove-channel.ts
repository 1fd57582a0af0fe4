import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { DisconnectReason } from '@parley/common/events';
import { type ChannelAccount, OWN_CHANNELS } from '../domain/channel-account.ts';
import type { ChannelConnectService } from '../service.ts';
import { disconnectWithLinked } from './disconnect-with-linked.ts';

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
