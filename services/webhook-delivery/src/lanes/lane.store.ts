import { isGone } from '@parley/database/claims/worker-presence';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { LaneFacts, LaneHealth, LaneOwner } from './lane.rules.ts';

/**
 * SQL for the keys with waiting deliveries, as `waiting`; the body of a `WITH RECURSIVE`. It steps from key to key on
 * an index, so that idle lanes cost nothing. Its last row is null.
 */
export const WAITING_WALK = `waiting AS (
           (SELECT instance_id FROM deliveries ORDER BY instance_id LIMIT 1)
           UNION ALL
           SELECT (SELECT d.instance_id FROM deliveries d WHERE d.instance_id > w.instance_id ORDER BY d.instance_id LIMIT 1)
             FROM waiting w WHERE w.instance_id IS NOT NULL)`;

/** A lane with waiting deliveries, read without a lock. */
export interface FoundLane extends LaneFacts {
  instanceId: string;
  /** The last claim; null when it was released. */
  claimId: string | null;
  consecutiveFailures: number;
  failingSince: Date | null;
}

const LANE = {
  instanceId: 'text',
  claimId: 'text?',
  consecutiveFailures: 'int4',
  failingSince: 'timestamptz?',
  leaseUntil: 'timestamptz?',
  pausedAt: 'timestamptz?',
  resumeAt: 'timestamptz?',
  targetEnabled: 'bool!',
  targetRevokedAt: 'timestamptz?',
  webhookUrl: 'text?',
  firstDueAt: 'timestamptz',
  at: 'timestamptz!',
} as const;
const COLUMNS = `l.instance_id, l.claim_id, l.consecutive_failures, l.failing_since, l.lease_until, l.paused_at, l.resume_at,
  k.enabled AS target_enabled, k.revoked_at AS target_revoked_at, k.webhook_url, first.due_at AS first_due_at, now() AS at`;
const FIRST = `JOIN LATERAL (SELECT d.due_at FROM deliveries d WHERE d.instance_id = l.instance_id
                              ORDER BY d.due_at LIMIT 1) first ON true`;

const findNamed = defineStatement({
  name: 'delivery.find-named-lanes',
  plan: 'index',
  text: `SELECT ${COLUMNS} FROM unnest($1::text[]) AS wanted(instance_id)
           JOIN lanes l ON l.instance_id = wanted.instance_id JOIN webhook_targets k ON k.instance_id = l.instance_id ${FIRST}`,
  params: { instanceIds: 'text[]' },
  row: LANE,
});

/**
 * Steps through the keys of waiting deliveries by an index, so that idle lanes cost nothing. Paused and claimed lanes
 * are excluded: they could fill the page.
 */
const findWaiting = defineStatement({
  name: 'delivery.find-waiting-lanes',
  text: `WITH RECURSIVE ${WAITING_WALK}
         SELECT ${COLUMNS} FROM waiting w
           JOIN lanes l ON l.instance_id = w.instance_id JOIN webhook_targets k ON k.instance_id = l.instance_id ${FIRST}
          WHERE l.paused_at IS NULL AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
            AND (l.lease_until IS NULL OR l.lease_until < now()) AND l.instance_id <> ALL ($1::text[])
          ORDER BY greatest(first.due_at, l.resume_at) LIMIT $2`,
  params: { held: 'text[]', limit: 'int8' },
  row: LANE,
});

/** At once when a delivery waits. */
export const findDeliveries = defineDue({
  name: 'delivery.find-deliveries',
  text: `SELECT ${AT_ONCE} AS due_at FROM deliveries ORDER BY id LIMIT 1`,
});

/** The named lanes with waiting deliveries. */
export const findNamedLanes = (sql: Sql, instanceIds: readonly string[]): Promise<FoundLane[]> =>
  findNamed.all(sql, { instanceIds: [...instanceIds] });

/** All lanes except the held ones: those ready for longest, then those ready soonest. */
export const findWaitingLanes = (sql: Sql, held: readonly string[], limit: number): Promise<FoundLane[]> =>
  findWaiting.all(sql, { held: [...held], limit: String(limit) });

/** Takes leases that have not changed since they were read; skips lanes locked for storing an attempt. */
const lease = defineBatchStatement({
  name: 'delivery.lease-lanes',
  plan: 'index',
  text: (items) => `WITH free AS MATERIALIZED (
           SELECT l.instance_id FROM ${items.as('found')}
             JOIN lanes l ON l.instance_id = found.instance_id AND l.claim_id IS NOT DISTINCT FROM found.claim_id
            WHERE l.lease_until IS NULL OR l.lease_until < now()
              FOR UPDATE OF l SKIP LOCKED)
         UPDATE lanes l SET claim_id = $3, lease_until = now() + $4 * interval '1 millisecond', holder = $5
           FROM free f WHERE l.instance_id = f.instance_id
         RETURNING l.instance_id`,
  items: { instanceId: 'text', claimId: 'text?' },
  params: { newClaimId: 'text', leaseMs: 'float8', holder: 'int4?' },
  row: { instanceId: 'text' },
});

/** Leases lanes; returns those that no other worker has leased since they were read. */
export async function leaseLanes(
  sql: Sql,
  found: readonly FoundLane[],
  given: { newClaimId: string; leaseMs: number; holder: number | null },
): Promise<FoundLane[]> {
  const leased = new Set((await lease.all(sql, found, given)).map(({ instanceId }) => instanceId));
  return found.filter(({ instanceId }) => leased.has(instanceId));
}

export interface HeldLane {
  instanceId: string;
  claimId: string;
}

const prolong = defineBatchStatement({
  name: 'delivery.prolong-lanes',
  plan: 'index',
  text: (
    items,
  ) => `UPDATE lanes l SET lease_until = now() + $3 * interval '1 millisecond', holder = coalesce($4, l.holder)
           FROM ${items.as('h')}
          WHERE l.instance_id = h.instance_id AND l.claim_id = h.claim_id
         RETURNING l.instance_id, l.paused_at`,
  items: { instanceId: 'text', claimId: 'text' },
  params: { leaseMs: 'float8', holder: 'int4?' },
  row: { instanceId: 'text', pausedAt: 'timestamptz?' },
});

/** Renews the leases that this worker still holds; returns those instances, and whether they have been paused. */
export async function prolongLanes(
  sql: Sql,
  lanes: readonly HeldLane[],
  given: { leaseMs: number; holder: number | null },
): Promise<Map<string, { paused: boolean }>> {
  const rows = await prolong.all(sql, lanes, given);
  return new Map(rows.map(({ instanceId, pausedAt }) => [instanceId, { paused: pausedAt !== null }]));
}

const keepHealth = defineStatement({
  name: 'delivery.save-health',
  plan: 'index',
  text: `UPDATE lanes l SET consecutive_failures = $3, failing_since = $4, resume_at = now() + $5 * interval '1 millisecond',
                paused_at = CASE WHEN $6::text IS NULL THEN l.paused_at ELSE now() END,
                pause_reason = coalesce($6, l.pause_reason),
                warned_at = CASE WHEN $7 AND (l.warned_at IS NULL OR l.warned_at < $4) THEN now() ELSE l.warned_at END
           FROM lanes old
          WHERE l.instance_id = $1 AND l.claim_id = $2 AND old.instance_id = l.instance_id
         RETURNING $7 AND (old.warned_at IS NULL OR old.warned_at < $4) AS warn`,
  params: {
    instanceId: 'text',
    claimId: 'text',
    consecutiveFailures: 'int4',
    failingSince: 'timestamptz?',
    resumeInMs: 'float8?',
    pauseReason: 'text?',
    worrying: 'bool',
  },
  row: { warn: 'bool?' },
});

/**
 * Stores the receiver's health, fenced by the claim. Waits are durations, so that clocks need not agree. Returns
 * whether to log a receiver that keeps failing: once per period of failures.
 */
export async function saveHealth(
  sql: Sql,
  { instanceId, claimId }: HeldLane,
  { consecutiveFailures, failingSince, resumeAt, pauseReason }: LaneHealth,
  { now, worrying }: { now: Date; worrying: boolean },
): Promise<{ saved: boolean; warn: boolean }> {
  const resumeInMs = resumeAt === null ? null : resumeAt.getTime() - now.getTime();
  const lane = { instanceId, claimId, consecutiveFailures, failingSince, resumeInMs, pauseReason, worrying };
  const stored = await keepHealth.first(sql, lane);
  return { saved: stored !== null, warn: stored?.warn ?? false };
}

const endLeases = defineStatement({
  name: 'delivery.end-leases',
  text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int4[]) AS n(number)),
              gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')}),
              theirs AS MATERIALIZED (
                SELECT l.instance_id FROM lanes l JOIN gone g ON g.number = l.holder
                 WHERE l.lease_until >= now() FOR UPDATE OF l SKIP LOCKED)
         UPDATE lanes l SET lease_until = now() - interval '1 millisecond' FROM theirs t
          WHERE l.instance_id = t.instance_id
         RETURNING l.instance_id`,
  params: { holders: 'int4[]' },
  row: { instanceId: 'text' },
});

/**
 * Ends the leases of dead workers; returns the lanes. The claim stays until another worker takes the lane, so that a
 * worker that reconnects before that loses nothing.
 */
export const endLeasesOf = async (sql: Sql, holders: readonly number[]): Promise<string[]> =>
  (await endLeases.all(sql, { holders: [...holders] })).map(({ instanceId }) => instanceId);

const release = defineStatement({
  name: 'delivery.release-lane',
  plan: 'index',
  text: 'UPDATE lanes SET claim_id = NULL, lease_until = NULL, holder = NULL WHERE instance_id = $1 AND claim_id = $2',
  params: { instanceId: 'text', claimId: 'text' },
});

/** Releases the lane, fenced by the claim. */
export async function releaseLane(sql: Sql, { instanceId, claimId }: HeldLane): Promise<void> {
  await release.run(sql, { instanceId, claimId });
}

export async function findOwner(
  prisma: Pick<PrismaTransaction['prisma'], 'apiKey' | 'platformWebhook'>,
  instanceId: string,
): Promise<LaneOwner | null> {
  const where = { instanceId };
  const key = await prisma.apiKey.findUnique({ where, select: { tenantId: true, label: true } });
  if (key) return key;
  const webhook = await prisma.platformWebhook.findUnique({ where, select: { tenantId: true } });
  return webhook && { ...webhook, label: 'Platform webhook' };
}

interface DeliveryGauges {
  /** Wait of the oldest due delivery in a lane that is not paused. */
  oldestDueSeconds: number;
  lanes: Record<'idle' | 'due' | 'leased' | 'waiting' | 'paused', number>;
}

const countLanes = defineStatement({
  name: 'delivery.gauges',
  text: `SELECT CASE WHEN l.paused_at IS NOT NULL THEN 'paused' WHEN l.lease_until > now() THEN 'leased'
                     WHEN l.resume_at > now() THEN 'waiting' WHEN first.due_at IS NOT NULL THEN 'due' ELSE 'idle' END AS state,
                count(*)::int4 AS lanes, extract(epoch FROM now() - min(first.due_at))::float8 AS oldest
           FROM lanes l
           LEFT JOIN LATERAL (SELECT d.due_at FROM deliveries d WHERE d.instance_id = l.instance_id AND d.due_at <= now()
                               ORDER BY d.due_at LIMIT 1) first ON true
          GROUP BY 1`,
  row: {
    state: computed(oneOf('idle', 'due', 'leased', 'waiting', 'paused')),
    lanes: 'int4!',
    oldest: 'float8?',
  },
});

/** Reads all lanes with one index lookup each; intended for scrapes, not for every delivery. */
export async function readGauges(sql: Sql): Promise<DeliveryGauges> {
  const gauges: DeliveryGauges = { oldestDueSeconds: 0, lanes: { idle: 0, due: 0, leased: 0, waiting: 0, paused: 0 } };
  for (const { state, lanes, oldest } of await countLanes.all(sql, {})) {
    gauges.lanes[state] = lanes;
    if (state !== 'paused') gauges.oldestDueSeconds = Math.max(gauges.oldestDueSeconds, oldest ?? 0);
  }
  return gauges;
}
