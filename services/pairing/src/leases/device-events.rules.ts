import type { DisconnectReason } from '@parley/common/events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';

/** `channel.connected` of a linked device (docs/reference/events.md#channelconnected). */
export const deviceConnected = (device: LinkedDevice, at: Date): NewEvent<'channel.connected'> => ({
  type: 'channel.connected',
  tenantId: device.tenantId,
  channel: 'wd',
  conversationId: null,
  createdAt: at,
  data: {
    channel: 'wd',
    id: externalIdOf(device),
    name: device.label,
    identifier: device.phone,
    connected_at: at.toISOString(),
    account_id: device.id,
    label: device.label,
  },
});

/** `channel.disconnected` of a linked device (docs/reference/events.md#channeldisconnected). */
export const deviceDisconnected = (
  device: LinkedDevice,
  reason: DisconnectReason,
  at: Date,
): NewEvent<'channel.disconnected'> => ({
  type: 'channel.disconnected',
  tenantId: device.tenantId,
  channel: 'wd',
  conversationId: null,
  createdAt: at,
  data: { channel: 'wd', id: externalIdOf(device), name: device.label, reason, disconnected_at: at.toISOString() },
});
