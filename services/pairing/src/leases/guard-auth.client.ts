import { setTimeout as pause } from 'node:timers/promises';
import { isTemporary } from '@parley/database/batches/isolate-refused';
import type { DeviceAuth } from '../devices/device-network.rules.ts';
import { LeaseLost } from './device-lease.rules.ts';

export interface GuardOptions {
  deviceId: number;
  /** Whether this worker may still hold the device. */
  isHeld(): boolean;
  /** Called before the error is thrown when a write was refused. */
  onLost(): void;
}

const RETRY_MS = 100;

/**
 * A device's store for its client: one write at a time, in order. While the database fails it retries for as long as
 * the lease is held: a lost key means a message that cannot be decrypted, and an error would make the client refuse the
 * message that it is reading, so that the network drops it. Throws LeaseLost.
 */
export function guardAuth(auth: DeviceAuth, { deviceId, isHeld, onLost }: GuardOptions): DeviceAuth {
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
        if (!isTemporary(error)) throw error;
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
