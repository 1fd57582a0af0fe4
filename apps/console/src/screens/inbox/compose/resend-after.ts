/** The attempts that the page made by itself. */
export interface OwnAttempts {
  count: number;
  lastAtMs: number;
}

const FIRST_MS = 1000;
const MAX_MS = 5 * 60_000;

/** How long the next attempt waits: twice as long after each one, because a connection may come and go. */
export function resendAfterMs(attempts: OwnAttempts | undefined, nowMs: number): number {
  if (!attempts) return FIRST_MS;
  const dueMs = attempts.lastAtMs + Math.min(FIRST_MS * 2 ** attempts.count, MAX_MS);
  return Math.max(FIRST_MS, dueMs - nowMs);
}
