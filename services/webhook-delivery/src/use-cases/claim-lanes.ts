import { mayClaim, nextReadyInMs } from '../domain/claim-lane.ts';
import type { ClaimedLane } from '../domain/lane-health.ts';
import type { FoundLane } from '../storage/lane-store.ts';

export interface ClaimLanesDeps {
  findNamed(instanceIds: readonly string[]): Promise<FoundLane[]>;
  /** All lanes except the held ones: those ready for longest, then those ready soonest. */
  findWaiting(held: readonly string[], limit: number): Promise<FoundLane[]>;
  /** Leases those that nobody has leased since they were read; returns them. */
  lease(lanes: readonly FoundLane[], claimId: string): Promise<FoundLane[]>;
}

export interface WantedLanes {
  claimId: string;
  /** Null: all. */
  only: readonly string[] | null;
  held: readonly string[];
  limit: number;
}

export interface ClaimedLanes {
  lanes: ClaimedLane[];
  /** When the next of the lanes read is ready; null when none becomes ready by time alone. */
  nextInMs: number | null;
}

/** Extra lanes to read beyond the claimable ones, to learn when the next one is ready. */
const AHEAD = 1;

const toClaimed = (lane: FoundLane, claimId: string): ClaimedLane => ({
  instanceId: lane.instanceId,
  claimId,
  // The previous worker did not release it.
  expired: lane.claimId !== null,
  health: {
    consecutiveFailures: lane.consecutiveFailures,
    failingSince: lane.failingSince,
    resumeAt: null,
    pauseReason: null,
  },
});

/** Leases lanes with due deliveries: the named ones, or those ready for longest. */
export function makeClaimLanes(deps: ClaimLanesDeps) {
  return async ({ claimId, only, held, limit }: WantedLanes): Promise<ClaimedLanes> => {
    const found =
      only === null
        ? await deps.findWaiting(held, limit + AHEAD)
        : await deps.findNamed(only.filter((instanceId) => !held.includes(instanceId)));
    const chosen = found.filter(mayClaim).slice(0, limit);
    const leased = chosen.length === 0 ? [] : await deps.lease(chosen, claimId);
    return {
      lanes: leased.map((lane) => toClaimed(lane, claimId)),
      nextInMs: nextReadyInMs(found),
    };
  };
}

export type ClaimLanes = ReturnType<typeof makeClaimLanes>;
