import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs a full collection, now. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect !== 'function') throw new Error('This process cannot collect garbage on demand.');
  collect();
}

/** Bytes that this process still holds after a collection: the heap, and the memory of buffers. */
export function measureHeldBytes(): number {
  // The second collection frees what finalizers released in the first one.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
