import { makeWindowLog, type WindowLog, type WindowVerdict } from './window-log.ts';

/** "In any one minute" (docs/reference/requests.md#rate-limit). */
export const WINDOW_MS = 60_000;

/** Counts the requests of keys in this process. */
export interface LocalCounter {
  take(key: string, limit: number): WindowVerdict;
  /** Ages of what was counted for keys that `which` picks; they are forgotten here. */
  handOver(which: (key: string) => boolean): Map<string, number[]>;
  absorb(key: string, agesMs: readonly number[]): void;
  /** Forgets keys that were silent for a whole window. */
  sweep(): void;
  size(): number;
}

/** A counter over exact sliding windows of one minute; `nowMs` must never run backwards. */
export function makeLocalCounter(nowMs: () => number): LocalCounter {
  const logs = new Map<string, WindowLog>();
  const logOf = (key: string): WindowLog => {
    const known = logs.get(key);
    if (known) return known;
    const log = makeWindowLog(WINDOW_MS);
    logs.set(key, log);
    return log;
  };
  return {
    take: (key, limit) => logOf(key).take(limit, nowMs()),
    handOver(which) {
      const now = nowMs();
      const handed = new Map<string, number[]>();
      for (const [key, log] of logs) {
        if (!which(key)) continue;
        const ages = log.agesMs(now);
        if (ages.length > 0) handed.set(key, ages);
        logs.delete(key);
      }
      return handed;
    },
    absorb: (key, agesMs) => logOf(key).absorb(agesMs, nowMs()),
    sweep() {
      const now = nowMs();
      for (const [key, log] of logs) if (log.count(now) === 0) logs.delete(key);
    },
    size: () => logs.size,
  };
}
