/** Sessions of a tenant that wait for a phone. */
export interface WaitingSessions {
  count: number;
  /** When the first of them expires; null where none waits. */
  firstExpiresAt: Date | null;
}

/** The unpaired sessions that still wait: an expired one does not count, even before the sweep. */
export function countWaiting(expiries: readonly Date[], now: Date): WaitingSessions {
  const waiting = expiries.filter((at) => at > now).map((at) => at.getTime());
  return { count: waiting.length, firstExpiresAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)) };
}

/** Null when one more may wait; else the seconds (at least 1) until a place is free at the latest. */
export function secondsToPlace({ count, firstExpiresAt }: WaitingSessions, max: number, now: Date): number | null {
  if (count < max) return null;
  return Math.max(1, Math.ceil(((firstExpiresAt ?? now).getTime() - now.getTime()) / 1000));
}
