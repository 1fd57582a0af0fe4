import type { DisconnectReason } from '@parley/common/events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import type { DeviceEffect } from './device-state.rules.ts';

/** The writes of a step in addition to the state. */
export interface StepWrites {
  /** Whether credentials and keys are deleted. */
  wipesKeys: boolean;
  channel: { kind: 'unchanged' } | { kind: 'connect' } | { kind: 'disconnect'; reason: DisconnectReason };
}

/** Depends on the stored channel: a connected one is not connected again, a missing one is not disconnected. */
export function writesOf(effects: readonly DeviceEffect[], hasChannel: boolean): StepWrites {
  const writes: StepWrites = { wipesKeys: false, channel: { kind: 'unchanged' } };
  for (const effect of effects) {
    if (effect.kind === 'wipe') writes.wipesKeys = true;
    if (effect.kind === 'announce' && !hasChannel) writes.channel = { kind: 'connect' };
    if (effect.kind === 'retract' && hasChannel) writes.channel = { kind: 'disconnect', reason: effect.reason };
  }
  return writes;
}

/** A former channel account of a device; in the order of their ids. */
export interface DeviceAccount {
  id: number;
  /** The phone that it was linked to. */
  number: string | null;
}

/** The account that a device continues: the newest of the same phone. Null for another phone, which gets a new account. */
export const chooseAccount = (before: readonly DeviceAccount[], phone: string | null): number | null =>
  before.findLast(({ number }) => number === phone)?.id ?? null;

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
