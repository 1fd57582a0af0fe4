import type { DisconnectReason } from '@parley/common/events';
import type { DeviceEffect } from './device-state.ts';

/** What a step of a device changes in storage besides its state. */
export interface StepWrites {
  /** Its credentials and keys go. */
  wipesKeys: boolean;
  channel: { kind: 'unchanged' } | { kind: 'connect' } | { kind: 'disconnect'; reason: DisconnectReason };
}

/** Goes by the stored channel: one that is connected is not connected again, one that is not there is not taken away. */
export function writesOf(effects: readonly DeviceEffect[], hasChannel: boolean): StepWrites {
  const writes: StepWrites = { wipesKeys: false, channel: { kind: 'unchanged' } };
  for (const effect of effects) {
    if (effect.kind === 'wipe') writes.wipesKeys = true;
    if (effect.kind === 'announce' && !hasChannel) writes.channel = { kind: 'connect' };
    if (effect.kind === 'retract' && hasChannel) writes.channel = { kind: 'disconnect', reason: effect.reason };
  }
  return writes;
}
