/** Sessions of a tenant that wait for a phone. */
export interface WaitingSessions {
  count: number;
  /** When the first of them expires by itself; null where none waits. */
  firstExpiresAt: Date | null;
}

/** Null when one more may wait; else in how many seconds a place is free at the latest, at least one. */
export function secondsToPlace({ count, firstExpiresAt }: WaitingSessions, max: number, now: Date): number | null {
  if (count < max) return null;
  return Math.max(1, Math.ceil(((firstExpiresAt ?? now).getTime() - now.getTime()) / 1000));
}
