import { at } from '@parley/common/at';
import { retryWhileAway } from '@parley/database/transactions/retry-while-away';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import { tracedAfter } from '@parley/runtime/tracing/tracing';
import { attemptDelivery } from '../attempts/attempt-delivery.steps.ts';
import type { Attempted, DueDelivery } from '../attempts/delivery.rules.ts';
import { settleAttempt } from '../attempts/settle-attempt.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { afterAttempt, type ClaimedLane, failingFact, isWorrying, type LaneHealth, troubleOf } from './lane.rules.ts';
import { findOwner, saveHealth } from './lane.store.ts';
import type { LaneRun } from './lane-run.steps.ts';

/** Attempts a delivery of a lane, and stores its outcome and the receiver's health. Never throws. */
export async function deliverEvent(
  service: WebhookDeliveryService,
  run: LaneRun,
  delivery: DueDelivery,
): Promise<void> {
  const { environment, logger } = service;
  const completions = delivery.ordered ? service.completions.ordered : service.completions.unordered;
  const { PARLEY_WEBHOOK_RETRY_SCHEDULE: scheduleSeconds } = environment;
  const { claimId, instanceId } = run.lane;
  const result = await service.receivers.sockets.hold(() => attemptTraced(service, delivery));
  logger.debug(
    'delivery.attempted',
    {
      delivery_id: delivery.id,
      instance_id: instanceId,
      type: delivery.type,
      attempt: delivery.attempt + 1,
      status: result.statusCode,
      latency_ms: result.latencyMs,
      problem: result.error,
    },
    'A delivery was attempted.',
  );
  run.health = afterAttempt(run.health, result, at(scheduleSeconds, 0) * 1000, service.now());
  run.backlog.landed(delivery);
  run.nudge();
  try {
    const completion = settleAttempt(delivery, result, { claimId, scheduleSeconds, random: service.random() });
    if (await retryWhileAway(() => completions.submit(completion), run.mayRetry))
      service.metrics.count(completion.outcome, result);
    else run.lose();
    if (run.health !== run.savedHealth) await saveNewestHealth(service, run);
  } catch (error) {
    // Not stored: the lease expires, and the delivery is sent again.
    run.lose();
    logger.warn(
      'delivery-attempt.unstored',
      { err: error, instance_id: instanceId },
      'An attempt could not be stored.',
    );
  } finally {
    run.backlog.stored(delivery);
    // Only now may the next delivery of its conversation be read.
    run.hasMore ||= delivery.ordered;
    run.nudge();
  }
}

/** The attempt in a trace of its own, which links to the one that reported the event. */
const attemptTraced = (service: WebhookDeliveryService, delivery: DueDelivery): Promise<Attempted> =>
  tracedAfter(
    delivery.traceparent,
    () => ({
      name: 'webhook attempt',
      kind: 'producer',
      attributes: {
        'parley.instance_id': delivery.instanceId,
        'parley.event_id': delivery.eventId,
        'parley.event_type': delivery.type,
        'parley.attempt': delivery.attempt + 1,
      },
    }),
    () => attemptDelivery(service, delivery),
    ({ statusCode }) =>
      statusCode === null ? { 'error.type': 'no_answer' } : { 'http.response.status_code': statusCode },
  );

/** Saves one state at a time, always the newest: an older state must not overwrite a newer one. */
function saveNewestHealth(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  run.saving = run.saving
    .catch(() => {})
    .then(async () => {
      const newest = run.health;
      if (newest === run.savedHealth) return;
      await retryWhileAway(() => keepHealth(service, run.lane, newest), run.mayRetry);
      run.savedHealth = newest;
    });
  return run.saving;
}

/** Stores the health of a lane's receiver, and logs once for a webhook that keeps failing, and when it is disabled. */
async function keepHealth(service: WebhookDeliveryService, lane: ClaimedLane, health: LaneHealth): Promise<void> {
  const { warn } = await saveAndReport(service, lane, health);
  if (warn)
    service.logger.warn(
      'webhook.failing',
      { instance_id: lane.instanceId, failing_since: health.failingSince },
      'A webhook has failed for long; it will be disabled.',
    );
  if (health.pauseReason)
    service.logger.warn(
      'webhook.disabled',
      { instance_id: lane.instanceId, reason: health.pauseReason },
      'A webhook was disabled; its deliveries are kept.',
    );
}

/** Saves a lane's health, and in the same transaction the fact that notifies recipients of its trouble. */
async function saveAndReport(
  { laneDatabase, now }: WebhookDeliveryService,
  lane: ClaimedLane,
  health: LaneHealth,
): Promise<{ warn: boolean }> {
  const at = now();
  const given = { now: at, worrying: isWorrying(health, at) };
  const reason = troubleOf(health);
  if (reason === null) return saveHealth(laneDatabase, lane, health, given);
  return laneDatabase.prismaTransaction(async ({ sql, prisma }) => {
    const stored = await saveHealth(sql, lane, health, given);
    const owner = stored.saved ? await findOwner(prisma, lane.instanceId) : null;
    if (owner) await writeFacts(sql, [failingFact(owner, lane.instanceId, { reason, health, at })]);
    return stored;
  });
}
