import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { DisconnectReason } from '@parley/common/events';
import { type ChannelAccount, OWN_CHANNELS } from '../domain/channel-account.ts';

export interface RemoveChannelDeps {
  /**
   * Takes the account and what is linked to it away, with their credentials, events and what the provider is to be told;
   * answers the linked ones, or null when it is not connected here.
   */
  disconnect(gone: {
    tenantId: number;
    channel: Channel;
    externalId: string;
    reason: DisconnectReason;
    now: Date;
    /** What leaves it connected: an authorization since, or one that is another. */
    unless?: { authorizedAfter?: Date; credentialsDifferFrom?: string };
  }): Promise<ChannelAccount[] | null>;
  /** Jobs are due: what is removed here is removed, whatever the provider answers. */
  wakeRemovals(): void;
  now(): Date;
}

/** Answers what went with it. */
export type RemoveChannel = (
  tenantId: number,
  channel: Channel,
  externalId: string,
  reason: Extract<DisconnectReason, 'api' | 'dashboard'>,
) => Promise<{ channel: Channel; id: string }[]>;

/** Disconnects a channel (docs/reference/channels.md#disconnecting). Errors: not_connected. */
export function makeRemoveChannel({ disconnect, wakeRemovals, now }: RemoveChannelDeps): RemoveChannel {
  return async (tenantId, channel, externalId, reason) => {
    if (!OWN_CHANNELS.includes(channel)) throw new AppError('not_connected');
    const linked = await disconnect({ tenantId, channel, externalId, reason, now: now() });
    if (!linked) throw new AppError('not_connected');
    wakeRemovals();
    return linked.map((account) => ({ channel: account.channel, id: account.externalId }));
  };
}
