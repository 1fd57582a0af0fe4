import { dayOf } from '@parley/common/values/day-number';
import { retryWhileAway } from '@parley/database/transactions/retry-while-away';
import { type DueDelivery, isFirstAttempt } from '../attempts/delivery.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { readDue } from './due.store.ts';
import type { HeldLane } from './lane.store.ts';
import { isItsTurn } from './lane-backlog.rules.ts';
import type { LaneRun } from './lane-run.steps.ts';

/** Rows per read; more than the cap, so that one conversation does not block the others. */
const READ_AHEAD = 128;

/** Reads the next deliveries of a lane while others are in flight. Never throws. */
export async function readAhead(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  const { lane, backlog } = run;
  const keepsUp = run.keepsUp();
  run.startReading();
  try {
    const page = await retryWhileAway(() => readLane(service, lane, backlog.ids(), READ_AHEAD), run.mayRetry);
    if (keepsUp) for (const { overdueMs } of page.due.filter(isFirstAttempt)) service.metrics.countPickup(overdueMs);
    run.add(page.due);
    run.hasMore ||= page.hasMore;
  } catch (error) {
    run.isUnreadable = true;
    service.logger.warn(
      'lane.read-failed',
      { err: error, instance_id: lane.instanceId },
      'A lane could not be read; it rests until its lease ends.',
    );
  } finally {
    run.endReading();
  }
}

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
