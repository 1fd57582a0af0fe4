import { retryWhileAway } from '@parley/database/retry-while-away';
import { isCrowded, type LaneRun } from '../domain/lane-run.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { releaseLane } from '../storage/lane-store.ts';
import { deliverEvent } from './deliver-event.ts';
import { readAhead } from './read-ahead.ts';

/** How long an empty lane is kept: the next event then needs no claim. */
const LINGER_MS = 500;
/** Interval at which a lane wakes without an event. */
const TICK_MS = 250;
/** How long a lane is processed while others wait for this worker. */
const TURN_MS = 5000;

async function deliverWhileDue(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  const { lanes, receivers } = service;
  const { backlog } = run;
  while (run.mayStart(service.now()) && !(isCrowded(lanes) && run.ageMs() > TURN_MS)) {
    const sockets = receivers.sockets.grant(backlog.inFlight(), run.freeSlots());
    for (const delivery of backlog.take(sockets)) void deliverEvent(service, run, delivery);
    if (run.isSpent(isCrowded(lanes) ? 0 : LINGER_MS)) return;
    if (run.mayRead()) void readAhead(service, run);
    await run.untilNudged();
  }
}

/**
 * Processes one lane under its lease: oldest first, a bounded number concurrently, never two of one conversation
 * (docs/reference/webhook-delivery.md#lanes). A dead or slow receiver delays only its own lane. Resolves when running
 * attempts are stored and the lane is released.
 */
export async function runLane(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  /** One timer for the lane: a timer per wait would cost more than the waits. */
  const clock = setInterval(() => run.nudge(), TICK_MS);
  await deliverWhileDue(service, run);
  while (run.isBusy()) await run.untilNudged();
  clearInterval(clock);
  // An unreadable lane is not released: it would be claimed again at once, over and over.
  if (run.isLost || run.isUnreadable) return;
  const { lane } = run;
  await retryWhileAway(() => releaseLane(service.laneDatabase, lane), run.mayRetry).catch((error: unknown) =>
    service.logger.warn(
      'lane.release-failed',
      { err: error, instance_id: lane.instanceId },
      'A lane could not be released; it rests until its lease ends.',
    ),
  );
}
