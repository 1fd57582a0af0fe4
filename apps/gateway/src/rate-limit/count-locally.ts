import { makeWindowLog, type WindowLog, type WindowVerdict } from './window-log.ts';

/** The window of the limit (docs/reference/requests.md#rate-limit): any one minute. */
export const WINDOW_MS = 60_000;

/** Counts the requests of keys in this process. */
export type LocalCounter = ReturnType<typeof makeLocalCounter>;

/** A counter over exact sliding windows of one minute; `nowMs` must never run backwards. */
export function makeLocalCounter(nowMs: () => number) {
  const logs = new Map<string, WindowLog>();
  const logOf = (key: string): WindowLog => {
    const known = logs.get(key);
    if (known) return known;
    const log = makeWindowLog(WINDOW_MS);
    logs.set(key, log);
    return log;
  };
  return {
    take: (key: string, limit: number): WindowVerdict => logOf(key).take(limit, nowMs()),
    /** Removes the counts of keys that `which` selects and returns the ages of their requests. */
    takeCounts(which: (key: string) => boolean): Map<string, number[]> {
      const now = nowMs();
      const taken = new Map<string, number[]>();
      for (const [key, log] of logs) {
        if (!which(key)) continue;
        const ages = log.agesMs(now);
        if (ages.length > 0) taken.set(key, ages);
        logs.delete(key);
      }
      return taken;
    },
    absorb: (key: string, agesMs: readonly number[]) => logOf(key).absorb(agesMs, nowMs()),
    /** Removes keys without a request in the last window. */
    sweep() {
      const now = nowMs();
      for (const [key, log] of logs) if (log.count(now) === 0) logs.delete(key);
    },
    size: () => logs.size,
  };
}
