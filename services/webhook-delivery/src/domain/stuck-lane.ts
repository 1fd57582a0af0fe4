import { BREAKER_AFTER } from './lane-health.ts';

/** A delivery that is due for longer is late: a worker normally takes it within a second. */
export const LATE_MS = 5 * 60_000;

export interface LaneFigures {
  pauseReason: string | null;
  pausedAt: Date | null;
  consecutiveFailures: number;
  failingSince: Date | null;
  oldestDueAt: Date | null;
}

/** Why and since when a lane is stuck; null where it is not, or where somebody paused it on purpose. */
export function findTrouble(
  lane: LaneFigures,
  now: Date,
): { state: 'paused' | 'breaker' | 'late'; since: Date } | null {
  if (lane.pausedAt) return lane.pauseReason === 'operator' ? null : { state: 'paused', since: lane.pausedAt };
  if (lane.consecutiveFailures >= BREAKER_AFTER) return { state: 'breaker', since: lane.failingSince ?? now };
  if (lane.oldestDueAt && now.getTime() - lane.oldestDueAt.getTime() > LATE_MS)
    return { state: 'late', since: lane.oldestDueAt };
  return null;
}
