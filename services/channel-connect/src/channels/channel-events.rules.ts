import type { DisconnectReason } from '@parley/common/events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { ChannelAccount } from './channel-account.rules.ts';

/**
 * `channel.connected` (docs/reference/events.md#channelconnected): the identifier is the account's public name or
 * number.
 */
export const channelConnected = ({
  tenantId,
  channel,
  externalId,
  name,
  number,
  connectedAt,
}: Omit<ChannelAccount, 'id' | 'credentials' | 'wabaId'>): NewEvent<'channel.connected'> => ({
  type: 'channel.connected',
  tenantId,
  channel,
  conversationId: null,
  createdAt: connectedAt,
  data: { channel, id: externalId, name, identifier: number ?? name, connected_at: connectedAt.toISOString() },
});

/** `channel.disconnected` (docs/reference/events.md#channeldisconnected). */
export const channelDisconnected = (
  { tenantId, channel, externalId, name }: ChannelAccount,
  reason: DisconnectReason,
  at: Date,
  platformReason?: string,
): NewEvent<'channel.disconnected'> => ({
  type: 'channel.disconnected',
  tenantId,
  channel,
  conversationId: null,
  createdAt: at,
  data: {
    channel,
    id: externalId,
    name,
    reason,
    ...(platformReason === undefined ? {} : { platform_reason: platformReason }),
    disconnected_at: at.toISOString(),
  },
});
