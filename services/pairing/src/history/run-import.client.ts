import { setTimeout as pause } from 'node:timers/promises';
import { makeGate } from '../leases/gate.client.ts';
import { retryUntilDone } from './retry-until-done.client.ts';

const LOOK_AGAIN_MS = 200;
/** Devices of this process that import at the same time. */
const importing = makeGate(1);

export interface ImportOptions<Part> {
  parts: Iterable<Part>;
  /** Throws when this worker may not use the device any more. */
  requireHeld(): void;
  /** Whether the channel exists: the device has opened for the first time. */
  isReady(): boolean;
  /** Stores a part; returns whether further ones can be stored. `tries` is the number of this attempt. */
  store(part: Part, tries: number): Promise<boolean>;
  /** Called before the part is stored again. */
  onFailed(error: unknown): void;
}

/**
 * Stores the parts of an import in order, and retries each until it is stored. After each call it pauses for as long as
 * the call took, to leave room for live messages.
 */
export async function runImport<Part>({ parts, requireHeld, isReady, store, onFailed }: ImportOptions<Part>) {
  for (requireHeld(); !isReady(); requireHeld()) await pause(LOOK_AGAIN_MS);
  const leave = await importing.enter();
  const mayTry = (): boolean => {
    requireHeld();
    return true;
  };
  try {
    for (const part of parts) {
      const hasRoom = await retryUntilDone(
        async (tries) => {
          const begunAt = performance.now();
          const result = await store(part, tries);
          await pause(performance.now() - begunAt);
          return result;
        },
        { mayTry, onFailed },
      );
      if (!hasRoom) return;
    }
  } finally {
    leave();
  }
}
