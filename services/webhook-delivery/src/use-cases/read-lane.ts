import type { DueDelivery } from '../domain/delivery.ts';
import type { ClaimedLane } from '../domain/lane-health.ts';
import { isItsTurn, type OrderedTurn } from '../domain/ordered-turn.ts';

export interface ReadLaneDeps {
  /** The next due deliveries of a lane that this worker still holds, oldest first, without those already read. */
  findDue(lane: ClaimedLane, inHand: readonly string[], limit: number): Promise<(DueDelivery & OrderedTurn)[]>;
}

export interface LanePage {
  due: DueDelivery[];
  /** Whether the lane may have more due deliveries. */
  hasMore: boolean;
}

/** Reads due deliveries that may be sent; skips any number of deliveries of ordered keys that must wait. */
export function makeReadLane(deps: ReadLaneDeps) {
  return async (lane: ClaimedLane, inHand: readonly string[], limit: number): Promise<LanePage> => {
    const due: DueDelivery[] = [];
    const passed = [...inHand];
    for (;;) {
      const wanted = limit - due.length;
      const found = await deps.findDue(lane, passed, wanted);
      due.push(...found.filter(isItsTurn));
      if (found.length < wanted) return { due, hasMore: false };
      if (due.length >= limit) return { due, hasMore: true };
      passed.push(...found.map(({ id }) => id));
    }
  };
}

export type ReadLane = ReturnType<typeof makeReadLane>;
