import type { DisconnectReason } from '@parley/common/events';
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
