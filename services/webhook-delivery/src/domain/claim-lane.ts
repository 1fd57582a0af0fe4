/** Facts about a lane with waiting deliveries. All times are the database's. */
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

/** When the lane may be worked on, as far as that depends on time. */
const readyAtMs = ({ firstDueAt, resumeAt }: LaneFacts): number =>
  Math.max(firstDueAt.getTime(), resumeAt?.getTime() ?? 0);

/** Whether a worker may take the lane now (docs/reference/webhook-delivery.md#lanes). */
export function mayClaim(lane: LaneFacts): boolean {
  if (!lane.targetEnabled || lane.targetRevokedAt !== null || lane.webhookUrl === null) return false;
  if (lane.pausedAt !== null) return false;
  if (lane.leaseUntil !== null && lane.leaseUntil >= lane.at) return false;
  return readyAtMs(lane) <= lane.at.getTime();
}

/** Milliseconds until the first of these lanes is ready; null when none waits for a time. */
export function nextReadyInMs(lanes: readonly LaneFacts[]): number | null {
  const waits = lanes.map((lane) => readyAtMs(lane) - lane.at.getTime()).filter((ms) => ms > 0);
  return waits.length === 0 ? null : Math.min(...waits);
}
