/** Sessions of a tenant that wait for a phone. */
export interface WaitingSessions {
  count: number;
  /** When the first of them expires; null when none waits. */
  firstExpiresAt: Date | null;
}

/** Counts the waiting unpaired sessions; expired ones are excluded, even before the sweep. */
export function countWaiting(expiries: readonly Date[], now: Date): WaitingSessions {
  const waiting = expiries.filter((at) => at > now).map((at) => at.getTime());
  return { count: waiting.length, firstExpiresAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)) };
}

/** Null when one more may wait; otherwise the seconds (at least 1) until a place is free at the latest. */
export function secondsToPlace({ count, firstExpiresAt }: WaitingSessions, max: number, now: Date): number | null {
  if (count < max) return null;
  return Math.max(1, Math.ceil(((firstExpiresAt ?? now).getTime() - now.getTime()) / 1000));
}
