import type { NewFact } from '@parley/messaging/notify/write-facts';

/** The health of a lane's receiver. */
export interface LaneHealth {
  consecutiveFailures: number;
  failingSince: Date | null;
  /** No delivery is sent before this time. */
  resumeAt: Date | null;
  pauseReason: 'gone' | 'failing' | null;
}

/** A lane that a worker holds. */
export interface ClaimedLane {
  instanceId: string;
  /** Fencing token of every write. */
  claimId: string;
  health: LaneHealth;
  /** Its former holder let the lease expire. */
  expired: boolean;
}

export interface AttemptResult {
  statusCode: number | null;
  ownFault: boolean;
  retryAfterMs: number | null;
}

/** Consecutive failures after which only one delivery at a time probes the receiver. */
export const BREAKER_AFTER = 5;
const SLOW_DOWN = new Set([429, 502, 503, 504]);
const MAX_WAIT_MS = 5 * 60_000;
const DISABLE_AFTER_MS = 3 * 24 * 3600 * 1000;
/** The same number as the attempts of one delivery (docs/reference/webhook-delivery.md#retries). */
const DISABLE_AFTER_FAILURES = 10;

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Maximum deliveries in flight: one while the breaker is half-open. */
export const inFlightCap = (health: LaneHealth, cap: number): number =>
  health.consecutiveFailures >= BREAKER_AFTER ? 1 : cap;

/** Whether nothing may be sent now. */
export const isHeldBack = ({ pauseReason, resumeAt }: LaneHealth, now: Date): boolean =>
  pauseReason !== null || (resumeAt !== null && resumeAt > now);

/** A trouble that recipients are notified of. */
type LaneTrouble = 'breaker' | 'gone' | 'failing';

/** Null after a few failures only. */
export const troubleOf = ({ pauseReason, consecutiveFailures }: LaneHealth): LaneTrouble | null =>
  pauseReason ?? (consecutiveFailures >= BREAKER_AFTER ? 'breaker' : null);

/** Whether the receiver has failed for half of the time after which its webhook is disabled. */
export const isWorrying = ({ failingSince, consecutiveFailures }: LaneHealth, now: Date): boolean =>
  failingSince !== null &&
  consecutiveFailures >= DISABLE_AFTER_FAILURES / 2 &&
  now.getTime() - failingSince.getTime() > DISABLE_AFTER_MS / 2;

const HEALTHY: LaneHealth = { consecutiveFailures: 0, failingSince: null, resumeAt: null, pauseReason: null };

const isWell = ({ consecutiveFailures, failingSince, resumeAt }: LaneHealth): boolean =>
  consecutiveFailures === 0 && failingSince === null && resumeAt === null;

function pauseReasonOf(statusCode: number | null, failures: number, failingSince: Date, now: Date) {
  if (statusCode === 410) return 'gone';
  const tooLong = now.getTime() - failingSince.getTime() > DISABLE_AFTER_MS;
  return tooLong && failures >= DISABLE_AFTER_FAILURES ? 'failing' : null;
}

/**
 * The lane after an attempt (docs/reference/webhook-delivery.md#an-attempt): 429 and gateway errors delay the whole
 * lane, consecutive failures open the circuit breaker, 410 and three days of failures pause it. Answers of attempts
 * that were in flight when the lane was delayed neither count nor extend the wait, except for a longer Retry-After.
 */
export function afterAttempt(health: LaneHealth, result: AttemptResult, firstWaitMs: number, now: Date): LaneHealth {
  if (health.pauseReason !== null) return health;
  if (isSuccess(result.statusCode)) return isHeldBack(health, now) || isWell(health) ? health : HEALTHY;
  if (result.ownFault) return health;
  const failingSince = health.failingSince ?? now;
  const slow = result.statusCode !== null && SLOW_DOWN.has(result.statusCode);
  const askedMs = slow ? (result.retryAfterMs ?? 0) : 0;
  if (isHeldBack(health, now)) {
    const resumeMs = Math.max(health.resumeAt?.getTime() ?? 0, now.getTime() + askedMs);
    return {
      ...health,
      resumeAt: new Date(resumeMs),
      pauseReason: pauseReasonOf(result.statusCode, 0, failingSince, now),
    };
  }
  const consecutiveFailures = health.consecutiveFailures + 1;
  const steps = Math.min(Math.max(slow ? consecutiveFailures - 1 : consecutiveFailures - BREAKER_AFTER, 0), 12);
  const backsOff = slow || consecutiveFailures >= BREAKER_AFTER;
  const waitMs = Math.max(backsOff ? Math.min(firstWaitMs * 2 ** steps, MAX_WAIT_MS) : 0, askedMs);
  return {
    consecutiveFailures,
    failingSince,
    resumeAt: waitMs > 0 ? new Date(now.getTime() + waitMs) : null,
    pauseReason: pauseReasonOf(result.statusCode, consecutiveFailures, failingSince, now),
  };
}

/** Facts about a lane with waiting deliveries. All times are those of the database. */
export interface LaneFacts {
  at: Date;
  firstDueAt: Date;
  leaseUntil: Date | null;
  pausedAt: Date | null;
  /** The whole lane waits until then: circuit breaker, 429, Retry-After. */
  resumeAt: Date | null;
  targetEnabled: boolean;
  targetRevokedAt: Date | null;
  webhookUrl: string | null;
}

/** The earliest time to work on the lane. */
const readyAtMs = ({ firstDueAt, resumeAt }: LaneFacts): number =>
  Math.max(firstDueAt.getTime(), resumeAt?.getTime() ?? 0);

/** Whether a worker may take the lane now (docs/reference/webhook-delivery.md#lanes). */
export function mayClaim(lane: LaneFacts): boolean {
  if (!lane.targetEnabled || lane.targetRevokedAt !== null || lane.webhookUrl === null) return false;
  if (lane.pausedAt !== null) return false;
  if (lane.leaseUntil !== null && lane.leaseUntil >= lane.at) return false;
  return readyAtMs(lane) <= lane.at.getTime();
}

/** Milliseconds until the first of these lanes is ready; null when none becomes ready by time alone. */
export function nextReadyInMs(lanes: readonly LaneFacts[]): number | null {
  const waits = lanes.map((lane) => readyAtMs(lane) - lane.at.getTime()).filter((ms) => ms > 0);
  return waits.length === 0 ? null : Math.min(...waits);
}

/** The owner of a lane; the tenant is null for the deployment's platform webhook. */
export interface LaneOwner {
  tenantId: number | null;
  label: string;
}

/** Reports a failing receiver once, and once more when it is paused. */
export const failingFact = (
  { tenantId, label }: LaneOwner,
  instanceId: string,
  { reason, health, at }: { reason: LaneTrouble; health: LaneHealth; at: Date },
): NewFact => ({
  tenantId,
  kind: 'webhook_failing',
  subject: instanceId,
  period: `${reason} ${(health.failingSince ?? at).toISOString()}`,
  data: { instance_id: instanceId, label, reason },
  happenedAt: at,
});

/** A delivery that is due for longer is late: a worker normally takes it within a second. */
export const LATE_MS = 5 * 60_000;

interface LaneFigures {
  pauseReason: string | null;
  pausedAt: Date | null;
  consecutiveFailures: number;
  failingSince: Date | null;
  oldestDueAt: Date | null;
}

/** The reason why a lane is stuck, and since when; null if it is not, or if it was paused on purpose. */
export function findTrouble(
  lane: LaneFigures,
  now: Date,
): { state: 'paused' | 'breaker' | 'late'; since: Date } | null {
  if (lane.pausedAt) return lane.pauseReason === 'operator' ? null : { state: 'paused', since: lane.pausedAt };
  if (lane.consecutiveFailures >= BREAKER_AFTER) return { state: 'breaker', since: lane.failingSince ?? now };
  if (lane.oldestDueAt && now.getTime() - lane.oldestDueAt.getTime() > LATE_MS)
    return { state: 'late', since: lane.oldestDueAt };
  return null;
}
