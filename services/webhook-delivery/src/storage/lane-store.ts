import type { Sql } from '@parley/prisma/sql';
import type { LaneHealth } from '../domain/lane-health.ts';

/** A lane that this worker holds. */
export interface ClaimedLane {
  instanceId: string;
  claimId: string;
  health: LaneHealth;
  /** Its former holder let the lease run out. */
  expired: boolean;
}

export const LEASE_MS = 45_000;

/** Leases due lanes, but for those held already. */
export async function claimLanes(
  sql: Sql,
  claimId: string,
  held: readonly string[],
  limit: number,
): Promise<ClaimedLane[]> {
  const { rows } = await sql.query<{
    instance_id: string;
    consecutive_failures: number;
    failing_since: Date | null;
    expired: boolean;
  }>({
    name: 'delivery-claim-lanes',
    text: `SELECT * FROM delivery_claim_lanes($1, $2, $3, $4 * interval '1 millisecond')`,
    values: [claimId, held, limit, LEASE_MS],
  });
  return rows.map((row) => ({
    instanceId: row.instance_id,
    claimId,
    expired: row.expired,
    health: {
      consecutiveFailures: row.consecutive_failures,
      failingSince: row.failing_since,
      resumeAt: null,
      pauseReason: null,
    },
  }));
}

/** Prolongs the leases that are still ours; answers the instances that are. */
export async function prolongLanes(
  sql: Sql,
  lanes: readonly { instanceId: string; claimId: string }[],
): Promise<Set<string>> {
  const { rows } = await sql.query<{ instance_id: string }>({
    name: 'delivery-prolong-lanes',
    text: `UPDATE lanes l SET lease_until = now() + $3 * interval '1 millisecond'
             FROM unnest($1::text[], $2::text[]) AS h(instance_id, claim_id)
            WHERE l.instance_id = h.instance_id AND l.claim_id = h.claim_id RETURNING l.instance_id`,
    values: [lanes.map((lane) => lane.instanceId), lanes.map((lane) => lane.claimId), LEASE_MS],
  });
  return new Set(rows.map((row) => row.instance_id));
}

/** Keeps how the receiver is doing; fenced. */
export async function saveHealth(
  sql: Sql,
  lane: { instanceId: string; claimId: string },
  health: LaneHealth,
  now: Date,
): Promise<void> {
  await sql.query({
    name: 'delivery-save-health',
    text: `UPDATE lanes SET consecutive_failures = $3, failing_since = $4, resume_at = $5,
                  paused_at = CASE WHEN $6::text IS NULL THEN paused_at ELSE $7 END, pause_reason = coalesce($6, pause_reason)
            WHERE instance_id = $1 AND claim_id = $2`,
    values: [
      lane.instanceId,
      lane.claimId,
      health.consecutiveFailures,
      health.failingSince,
      health.resumeAt,
      health.pauseReason,
      now,
    ],
  });
}

/** Gives the lane back; fenced. */
export async function releaseLane(sql: Sql, lane: { instanceId: string; claimId: string }): Promise<void> {
  await sql.query({
    name: 'delivery-release-lane',
    text: 'UPDATE lanes SET claim_id = NULL, lease_until = NULL WHERE instance_id = $1 AND claim_id = $2',
    values: [lane.instanceId, lane.claimId],
  });
}
