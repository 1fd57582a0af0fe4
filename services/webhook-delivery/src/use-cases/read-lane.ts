import { dayOf } from '@parley/common/day-number';
import type { DueDelivery } from '../domain/delivery.ts';
import { isItsTurn } from '../domain/ordered-turn.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { readDue } from '../storage/due-store.ts';
import type { HeldLane } from '../storage/lane-store.ts';

interface LanePage {
  due: DueDelivery[];
  /** Whether the lane may have more due deliveries. */
  hasMore: boolean;
}

/** Reads due deliveries that may be sent; skips any number of deliveries of ordered keys that must wait. */
export async function readLane(
  { laneDatabase, now }: Pick<WebhookDeliveryService, 'laneDatabase' | 'now'>,
  lane: HeldLane,
  inHand: readonly string[],
  limit: number,
): Promise<LanePage> {
  const due: DueDelivery[] = [];
  const passed = [...inHand];
  for (;;) {
    const wanted = limit - due.length;
    const found = await readDue(laneDatabase, lane, passed, { limit: wanted, today: dayOf(now()) });
    due.push(...found.filter(isItsTurn));
    if (found.length < wanted) return { due, hasMore: false };
    if (due.length >= limit) return { due, hasMore: true };
    passed.push(...found.map(({ id }) => id));
  }
}
