import { retryWhileAway } from '@parley/database/retry-while-away';
import { isFirstAttempt } from '../domain/delivery.ts';
import type { LaneRun } from '../domain/lane-run.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { readLane } from './read-lane.ts';

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
