import type { Attempted, Completion, DueDelivery } from './delivery.ts';
import { isSuccess } from './lane-health.ts';
import { nextWaitMs } from './retry-schedule.ts';

const GONE = 410;

/** What becomes of a delivery after an attempt: delivered, failed for good, or due again (webhook-delivery.md, An attempt). */
export function settleAttempt(
  delivery: DueDelivery,
  result: Attempted,
  given: { claimId: string; scheduleSeconds: readonly number[]; random: number },
): Completion {
  const made = delivery.attempt + 1;
  // What a receiver that is gone did not take waits for the webhook to be enabled again; it costs no attempt.
  const gone = result.statusCode === GONE;
  const waitMs = nextWaitMs(given.scheduleSeconds, made, given.random);
  const outcome = isSuccess(result.statusCode) ? 'delivered' : waitMs === null && !gone ? 'failed' : 'retry';
  return {
    delivery_id: delivery.id,
    instance_id: delivery.instanceId,
    claim_id: given.claimId,
    outcome,
    attempt: delivery.attempt,
    attempts: gone ? delivery.attempt : made,
    due_in_ms: outcome === 'retry' && !gone ? Math.max(waitMs ?? 0, result.retryAfterMs ?? 0) : 0,
    at: result.at.toISOString(),
    status_code: result.statusCode,
    latency_ms: result.latencyMs,
    error: result.error,
    response: result.response,
  };
}
