import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { DisconnectReason } from '@parley/common/events';
import { type ChannelAccount, OWN_CHANNELS } from '../domain/channel-account.ts';

export interface RemoveChannelDeps {
  /**
   * Disconnects the account and those linked to it, deletes their credentials, writes events and removal jobs; returns
   * the linked ones, or null when it is not connected.
   */
  disconnect(gone: {
    tenantId: number;
    channel: Channel;
    externalId: string;
    reason: DisconnectReason;
    now: Date;
    /** Conditions under which it stays connected: a newer authorization, or a different one. */
    unless?: { authorizedAfter?: Date; credentialsDifferFrom?: string };
  }): Promise<ChannelAccount[] | null>;
  /** Wakes the worker of removal jobs; the removal itself does not depend on the provider's answer. */
  wakeRemovals(): void;
  now(): Date;
}

/** Returns the accounts removed with it. */
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
