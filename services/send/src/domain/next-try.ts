/** Tries of a scheduled message that certainly sent nothing, before it fails. */
export const TRIES_MAX = 10;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * When a scheduled message whose try certainly sent nothing is tried again; null when it fails instead. The platform's
 * own delay is honoured; otherwise pauses double.
 */
export function nextTry(attempts: number, retryAfterMs: number | null, now: Date): Date | null {
  if (attempts + 1 >= TRIES_MAX) return null;
  const pauseMs = Math.min(Math.max(retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** attempts), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pauseMs);
}
