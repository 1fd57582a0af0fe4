import { leaseMsOf } from '../attempts/attempt-limits.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { type ClaimedLane, mayClaim, nextReadyInMs } from './lane.rules.ts';
import { type FoundLane, findNamedLanes, findWaitingLanes, leaseLanes } from './lane.store.ts';

interface WantedLanes {
  claimId: string;
  /** Null: all. */
  only: readonly string[] | null;
  held: readonly string[];
  limit: number;
}

interface ClaimedLanes {
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
export async function claimLanes(
  { laneDatabase, claims, environment }: WebhookDeliveryService,
  { claimId, only, held, limit }: WantedLanes,
): Promise<ClaimedLanes> {
  const found =
    only === null
      ? await findWaitingLanes(laneDatabase, held, limit + AHEAD)
      : await findNamedLanes(
          laneDatabase,
          only.filter((instanceId) => !held.includes(instanceId)),
        );
  const nextInMs = nextReadyInMs(found);
  const chosen = found.filter(mayClaim).slice(0, limit);
  if (chosen.length === 0) return { lanes: [], nextInMs };
  const holder = await claims.holder.claimAs();
  const leaseMs = leaseMsOf(environment);
  const leased = await leaseLanes(laneDatabase, chosen, { newClaimId: claimId, leaseMs, holder });
  return { lanes: leased.map((lane) => toClaimed(lane, claimId)), nextInMs };
}
