import type { DueDelivery } from '../domain/delivery.ts';
import type { ClaimedLane } from '../domain/lane-health.ts';
import { isItsTurn, type OrderedTurn } from '../domain/ordered-turn.ts';

export interface ReadLaneDeps {
  /** The next due deliveries of a lane that is still ours, oldest first, without those already read. */
  findDue(lane: ClaimedLane, inHand: readonly string[], limit: number): Promise<(DueDelivery & OrderedTurn)[]>;
}

export interface LanePage {
  due: DueDelivery[];
  /** Whether the lane may hold more that is due. */
  hasMore: boolean;
}

/** Reads due deliveries whose turn has come; skips those of ordered keys that must wait, however many they are. */
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
