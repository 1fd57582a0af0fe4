import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { DisconnectReason } from '@parley/common/events';
import type { ChannelAccount } from '../domain/channel-account.ts';

export interface RemoveChannelDeps {
  /** Takes the account away, with its credentials and with channel.disconnected; null when it is not connected here. */
  disconnect(gone: {
    tenantId: number;
    channel: Channel;
    externalId: string;
    reason: DisconnectReason;
    now: Date;
  }): Promise<ChannelAccount | null>;
  /** Tells Telegram in the background: what is removed here is removed, whatever the provider answers. */
  removeWebhook(bot: ChannelAccount): void;
  now(): Date;
}

export type RemoveChannel = (
  tenantId: number,
  channel: Channel,
  externalId: string,
  reason: Extract<DisconnectReason, 'api' | 'dashboard'>,
) => Promise<void>;

/** Channels that this service connects; the others have no connected account here yet. */
const OWN_CHANNELS: readonly Channel[] = ['wa', 'tg'];

/** Disconnects a channel (source §4 #13, operator.md). Errors: not_connected. */
export function makeRemoveChannel({ disconnect, removeWebhook, now }: RemoveChannelDeps): RemoveChannel {
  return async (tenantId, channel, externalId, reason) => {
    if (!OWN_CHANNELS.includes(channel)) throw new AppError('not_connected');
    const gone = await disconnect({ tenantId, channel, externalId, reason, now: now() });
    if (!gone) throw new AppError('not_connected');
    if (channel === 'tg') removeWebhook(gone);
  };
}
