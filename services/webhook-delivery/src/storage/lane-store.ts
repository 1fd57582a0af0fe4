import type { Sql } from '@parley/prisma/sql';
import { isGone } from '@parley/prisma/worker-presence';
import type { ClaimedLane, LaneHealth } from '../domain/lane-health.ts';

/** Leases due lanes, those named or of all the longest due, but for those held already. */
export async function claimLanes(
  sql: Sql,
  claimId: string,
  {
    only,
    held,
    limit,
    leaseMs,
    holder,
  }: { only: readonly string[] | null; held: readonly string[]; limit: number; leaseMs: number; holder: number | null },
): Promise<ClaimedLane[]> {
  const { rows } = await sql.query<{
    instance_id: string;
    consecutive_failures: number;
    failing_since: Date | null;
    expired: boolean;
  }>({
    name: 'delivery-claim-lanes',
    text: `SELECT * FROM delivery_claim_lanes($1, $2, $3, $4, $5 * interval '1 millisecond', $6)`,
    values: [claimId, only, held, limit, leaseMs, holder],
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

/** Prolongs the leases that are still ours; answers those instances, and whether somebody paused them. */
export async function prolongLanes(
  sql: Sql,
  lanes: readonly { instanceId: string; claimId: string }[],
  { leaseMs, holder }: { leaseMs: number; holder: number | null },
): Promise<Map<string, { paused: boolean }>> {
  const { rows } = await sql.query<{ instance_id: string; paused: boolean }>({
    name: 'delivery-prolong-lanes',
    text: `UPDATE lanes l SET lease_until = now() + $3 * interval '1 millisecond', holder = coalesce($4, l.holder)
             FROM unnest($1::text[], $2::text[]) AS h(instance_id, claim_id)
            WHERE l.instance_id = h.instance_id AND l.claim_id = h.claim_id
           RETURNING l.instance_id, l.paused_at IS NOT NULL AS paused`,
    values: [lanes.map((lane) => lane.instanceId), lanes.map((lane) => lane.claimId), leaseMs, holder],
  });
  return new Map(rows.map(({ instance_id, paused }) => [instance_id, { paused }]));
}

/**
 * Keeps how the receiver is doing; fenced. Waits are told as durations, so that clocks need not agree. Answers whether
 * the log is to be warned of a receiver that fails for long: once each time that it falls ill.
 */
export async function saveHealth(
  sql: Sql,
  lane: { instanceId: string; claimId: string },
  health: LaneHealth,
  given: { now: Date; worrying: boolean },
): Promise<{ warn: boolean }> {
  const resumeInMs = health.resumeAt === null ? null : health.resumeAt.getTime() - given.now.getTime();
  const { rows } = await sql.query<{ warn: boolean }>({
    name: 'delivery-save-health',
    text: `UPDATE lanes l SET consecutive_failures = $3, failing_since = $4, resume_at = now() + $5 * interval '1 millisecond',
                  paused_at = CASE WHEN $6::text IS NULL THEN l.paused_at ELSE now() END,
                  pause_reason = coalesce($6, l.pause_reason),
                  warned_at = CASE WHEN $7 AND (l.warned_at IS NULL OR l.warned_at < $4) THEN now() ELSE l.warned_at END
             FROM lanes old
            WHERE l.instance_id = $1 AND l.claim_id = $2 AND old.instance_id = l.instance_id
           RETURNING $7 AND (old.warned_at IS NULL OR old.warned_at < $4) AS warn`,
    values: [
      lane.instanceId,
      lane.claimId,
      health.consecutiveFailures,
      health.failingSince,
      resumeInMs,
      health.pauseReason,
      given.worrying,
    ],
  });
  return { warn: rows[0]?.warn ?? false };
}

/**
 * Ends the leases of workers that are gone; answers the lanes. The claim stays until somebody takes the lane, so that a
 * worker which was only cut off, and is back before anybody did, has lost nothing.
 */
export async function endLeasesOf(sql: Sql, holders: readonly number[]): Promise<string[]> {
  const { rows } = await sql.query<{ instance_id: string }>({
    name: 'delivery-end-leases',
    text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int[]) AS n(number)),
                gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')}),
                theirs AS MATERIALIZED (
                  SELECT l.instance_id FROM lanes l JOIN gone g ON g.number = l.holder
                   WHERE l.lease_until >= now() FOR UPDATE OF l SKIP LOCKED)
           UPDATE lanes l SET lease_until = now() - interval '1 millisecond' FROM theirs t
            WHERE l.instance_id = t.instance_id
           RETURNING l.instance_id`,
    values: [holders],
  });
  return rows.map((row) => row.instance_id);
}

/** Gives the lane back; fenced. */
export async function releaseLane(sql: Sql, lane: { instanceId: string; claimId: string }): Promise<void> {
  await sql.query({
    name: 'delivery-release-lane',
    text: 'UPDATE lanes SET claim_id = NULL, lease_until = NULL, holder = NULL WHERE instance_id = $1 AND claim_id = $2',
    values: [lane.instanceId, lane.claimId],
  });
}
