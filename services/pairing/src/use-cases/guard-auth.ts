import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { LeaseLost } from '../domain/device-lease.ts';
import type { DeviceAuth } from '../domain/device-network.ts';

export interface GuardDeps {
  deviceId: number;
  /** Whether this worker may still hold the device. */
  isHeld(): boolean;
  /** Told, before the failure goes on, that a write was refused. */
  onLost(): void;
}

const RETRY_MS = 100;

/**
 * A device's store as its client sees it: one write at a time and in their order; a database that is away is waited for as
 * long as the device is held, because a key that is not stored is a message that nobody can read. Throws LeaseLost.
 */
export function guardAuth(auth: DeviceAuth, { deviceId, isHeld, onLost }: GuardDeps): DeviceAuth {
  let turn: Promise<unknown> = Promise.resolve();

  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      if (!isHeld()) {
        onLost();
        throw new LeaseLost(deviceId);
      }
      try {
        return await work();
      } catch (error) {
        if (error instanceof LeaseLost) onLost();
        if (!isDatabaseUnavailable(error)) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  return {
    get: (type, ids) => patiently(() => auth.get(type, ids)),
    list: (type) => patiently(() => auth.list(type)),
    set(changes) {
      const mine = turn.then(() => patiently(() => auth.set(changes)));
      turn = mine.catch(() => {});
      return mine;
    },
  };
}
