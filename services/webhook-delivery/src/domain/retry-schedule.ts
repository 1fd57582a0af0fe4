const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * 3600 * 1000;

/**
 * The wait before the next attempt, ±20 %, or null after the last one. `failedAttempts` includes all attempts so far.
 */
export function nextWaitMs(scheduleSeconds: readonly number[], failedAttempts: number, random: number): number | null {
  const seconds = scheduleSeconds[failedAttempts - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * random));
}

/** The wait that the receiver requested, at most 24 h; null where it requested none. */
export const boundAskedWait = (askedMs: number | null): number | null =>
  askedMs === null ? null : Math.min(askedMs, MAX_RETRY_AFTER_MS);
