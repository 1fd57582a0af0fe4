/** How a lane's receiver is doing. */
export interface LaneHealth {
  consecutiveFailures: number;
  failingSince: Date | null;
  /** Nothing is sent before this moment. */
  resumeAt: Date | null;
  pauseReason: 'gone' | 'failing' | null;
}

export interface AttemptResult {
  statusCode: number | null;
  /** The attempt never left us: egress rules, or our own name server. Not the receiver's fault. */
  ownFault: boolean;
  retryAfterMs: number | null;
}

/** Failures in a row after which only one delivery at a time probes the receiver. */
export const BREAKER_AFTER = 5;
const SLOW_DOWN = new Set([429, 502, 503, 504]);
const LONGEST_WAIT_MS = 5 * 60_000;
const DISABLE_AFTER_MS = 5 * 24 * 3600 * 1000;
const DISABLE_AFTER_FAILURES = 20;

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** How many deliveries may be in flight: one while the breaker is half-open. */
export const inFlightCap = (health: LaneHealth, cap: number): number =>
  health.consecutiveFailures >= BREAKER_AFTER ? 1 : cap;

/** Whether the receiver has failed for half of the time after which its webhook is disabled. */
export const isWorrying = ({ failingSince, consecutiveFailures }: LaneHealth, now: Date): boolean =>
  failingSince !== null &&
  consecutiveFailures >= DISABLE_AFTER_FAILURES / 2 &&
  now.getTime() - failingSince.getTime() > DISABLE_AFTER_MS / 2;

/**
 * The lane after an attempt (webhook-delivery.md, An attempt): 429 and gateway errors slow it as a whole, failures in a
 * row open the breaker, 410 and five days of failing pause it. Waiting consumes no attempt.
 */
export function afterAttempt(health: LaneHealth, result: AttemptResult, firstWaitMs: number, now: Date): LaneHealth {
  if (isSuccess(result.statusCode))
    return { consecutiveFailures: 0, failingSince: null, resumeAt: null, pauseReason: null };
  if (result.ownFault) return health;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const failingSince = health.failingSince ?? now;
  const lastsTooLong =
    now.getTime() - failingSince.getTime() > DISABLE_AFTER_MS && consecutiveFailures >= DISABLE_AFTER_FAILURES;
  const pauseReason = result.statusCode === 410 ? 'gone' : lastsTooLong ? 'failing' : null;
  const slow = result.statusCode !== null && SLOW_DOWN.has(result.statusCode);
  const open = consecutiveFailures >= BREAKER_AFTER;
  const steps = Math.min(slow ? consecutiveFailures - 1 : consecutiveFailures - BREAKER_AFTER, 12);
  const waitMs = Math.max(
    slow || open ? Math.min(firstWaitMs * 2 ** steps, LONGEST_WAIT_MS) : 0,
    slow ? (result.retryAfterMs ?? 0) : 0,
  );
  const resumeAt =
    waitMs > 0 ? new Date(Math.max(now.getTime() + waitMs, health.resumeAt?.getTime() ?? 0)) : health.resumeAt;
  return { consecutiveFailures, failingSince, resumeAt, pauseReason };
}
