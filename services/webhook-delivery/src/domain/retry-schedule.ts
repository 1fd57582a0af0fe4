const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * 3600 * 1000;

/** The wait before the next attempt, ±20 %, or null after the last one. `failedAttempts` counts those made. */
export function nextWaitMs(scheduleSeconds: readonly number[], failedAttempts: number, random: number): number | null {
  const seconds = scheduleSeconds[failedAttempts - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * random));
}

/** `Retry-After` as milliseconds from now, at most 24 h; null where it is absent or invalid. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : null;
}
