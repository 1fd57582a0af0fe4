import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** CPU time and heap size of a process. */
export interface Usage {
  /** CPU time since the start. */
  cpuMs: number;
  /** Resident memory of the V8 heap. */
  heapBytes: number;
}

const LOOK_EVERY_MS = 30_000;
/** Below this share of one core, few requests can coincide with a collection, which takes 0.1 s. */
const IDLE_SHARE = 0.02;
/** Less is not worth a collection. */
const GROWTH_BYTES = 16 * 1024 ** 2;

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, heapBytes: getHeapStatistics().total_physical_size };
}

/** A full collection, after which V8 returns what it does not need: it also shrinks the young generation. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/**
 * Collects the garbage of a process that has grown and become idle: V8 collects when it needs memory, and a peak would
 * stay until the next one. Returns the check to repeat.
 */
export function makeIdleCollector(read: () => Usage, collect: () => void, lookEveryMs: number): () => void {
  let last = read();
  let heldBytes = 0;
  return () => {
    const now = read();
    const isIdle = now.cpuMs - last.cpuMs < IDLE_SHARE * lookEveryMs;
    last = now;
    if (!isIdle || now.heapBytes < heldBytes + GROWTH_BYTES) return;
    collect();
    last = read();
    heldBytes = last.heapBytes;
  };
}

/** Returns the memory of the start now, and that of later peaks when the process is idle. */
export function releaseMemory(): void {
  collectGarbage();
  setInterval(makeIdleCollector(readUsage, collectGarbage, LOOK_EVERY_MS), LOOK_EVERY_MS).unref();
}
