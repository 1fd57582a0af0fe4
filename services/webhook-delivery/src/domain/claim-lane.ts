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
