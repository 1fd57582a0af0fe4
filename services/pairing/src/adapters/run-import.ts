import { setTimeout as pause } from 'node:timers/promises';
import { makeGate } from '../domain/gate.ts';

const LOOK_AGAIN_MS = 200;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** Devices of this process that import at the same time. */
const importing = makeGate(1);

export interface ImportOptions<Part> {
  parts: readonly Part[];
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
 * Stores the parts of an import in order, and retries each until it is stored. A pause as long as the call follows each
 * one: live messages come first.
 */
export async function runImport<Part>({ parts, requireHeld, isReady, store, onFailed }: ImportOptions<Part>) {
  for (requireHeld(); !isReady(); requireHeld()) await pause(LOOK_AGAIN_MS);
  const leave = await importing.enter();
  try {
    let [at, tries, pauseMs] = [0, 1, FIRST_PAUSE_MS];
    for (let part = parts[at]; part !== undefined; part = parts[at]) {
      requireHeld();
      const begunAt = performance.now();
      try {
        if (!(await store(part, tries))) return;
        at++;
        [tries, pauseMs] = [1, FIRST_PAUSE_MS];
        await pause(performance.now() - begunAt);
      } catch (error) {
        tries++;
        onFailed(error);
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
  } finally {
    leave();
  }
}
