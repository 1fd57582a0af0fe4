import { WEBHOOK_FIGURES_LEAST, WEBHOOK_FIGURES_MAX } from '@parley/common/contracts/console/webhook-figures';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { WebhookTarget } from '../deliveries/scope.rules.ts';

type Prisma = PrismaDatabase['prisma'];

const MAX_COUNTED = 10_000;
/** A LIMIT needs an order; this one needs no sort. */
const BY_INDEX: { dueAt?: 'asc'; id?: 'asc' }[] = [{ dueAt: 'asc' }, { id: 'asc' }];

const LANE = {
  pauseReason: true,
  pausedAt: true,
  consecutiveFailures: true,
  failingSince: true,
  resumeAt: true,
  apiKey: { select: { webhookUrl: true } },
  platformWebhook: { select: { url: true } },
} as const;

const laneOf = ({ scope, instanceId }: WebhookTarget) => ({
  instanceId,
  OR: [{ apiKey: { tenantId: scope } }, { platformWebhook: { scope } }],
});

/** Null when the scope has no such key or platform webhook. */
export async function findWebhook(prisma: Prisma, target: WebhookTarget, now: Date) {
  const lane = await prisma.lane.findFirst({ where: laneOf(target), select: LANE });
  if (!lane) return null;
  const { instanceId } = target;
  const { pauseReason, resumeAt, apiKey, platformWebhook, ...health } = lane;
  return {
    ...health,
    instanceId,
    webhookUrl: (apiKey ? apiKey.webhookUrl : platformWebhook?.url) ?? null,
    reason: WebhookView.shape.reason.parse(pauseReason),
    resumesAt: resumeAt !== null && resumeAt > now ? resumeAt : null,
    waiting: await prisma.delivery.count({ where: { instanceId }, orderBy: BY_INDEX, take: MAX_COUNTED }),
  };
}

const pause = defineStatement({
  name: 'delivery.pause-lane',
  text: `UPDATE lanes l SET paused_at = coalesce(l.paused_at, now()), pause_reason = 'operator'
           FROM webhook_targets k WHERE k.instance_id = l.instance_id AND k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text' },
});

/** An operator's pause overrides an automatic one: only resuming ends it. */
export async function pauseLane(sql: Sql, target: WebhookTarget): Promise<void> {
  await pause.run(sql, target);
}

/** Ends any pause and resets the health. */
export async function resumeLane(prisma: Prisma, target: WebhookTarget): Promise<void> {
  const lane = await prisma.lane.findFirst({ where: laneOf(target), select: { instanceId: true } });
  if (!lane) return;
  await prisma.lane.updateMany({
    where: lane,
    data: { pausedAt: null, pauseReason: null, resumeAt: null, consecutiveFailures: 0, failingSince: null },
  });
}

/** The platform webhook of a tenant, or (0) of the deployment; null when there is none. */
export async function findPlatformWebhook(
  prisma: Pick<Prisma, 'platformWebhook'>,
  scope: number,
): Promise<string | null> {
  const found = await prisma.platformWebhook.findFirst({
    where: { scope, revokedAt: null },
    select: { instanceId: true },
  });
  return found?.instanceId ?? null;
}

/** The limit comes before the time: the index of a key has the order of the numbers, which contain only the day. */
const count = defineStatement({
  name: 'delivery.count-outcomes',
  plan: 'index',
  text: `WITH keys AS (SELECT instance_id FROM webhook_targets
                        WHERE scope = $1 AND NOT is_platform AND ($2::text IS NULL OR instance_id = $2)),
              share AS (SELECT count(*)::int4 AS keys,
                               greatest(${WEBHOOK_FIGURES_LEAST}, ${WEBHOOK_FIGURES_MAX} / greatest(count(*), 1)) AS most FROM keys),
              newest AS (SELECT d.*, share.most FROM share CROSS JOIN keys k
                          CROSS JOIN LATERAL (
                            SELECT l.status, l.latency_ms, row_number() OVER () AS place, l.created_at FROM (
                              SELECT status, latency_ms, created_at FROM delivery_log
                               WHERE instance_id = k.instance_id AND id >= $3 ORDER BY id DESC LIMIT share.most) l) d
                          WHERE d.created_at >= $4)
         SELECT (SELECT keys FROM share) AS keys, count(*)::int4 AS ended,
                count(*) FILTER (WHERE status = 'delivered')::int4 AS delivered,
                percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95_ms,
                coalesce(bool_or(place = most), false) AS is_cut
           FROM newest`,
  params: { scope: 'int4', instanceId: 'text?', from: 'int8', since: 'timestamptz' },
  row: { keys: 'int4!', ended: 'int4!', delivered: 'int4!', p95Ms: 'int4?', isCut: 'bool!' },
});

/** Outcomes of the ended deliveries since a time, of one key or all (null) of a tenant; null without a key. */
export async function countOutcomes(sql: Sql, given: { scope: number; instanceId: string | null; since: Date }) {
  const found = await count.first(sql, { ...given, from: firstOfDay(dayOf(given.since)) });
  if (!found || found.keys === 0) return null;
  const { keys: _, ...outcomes } = found;
  return outcomes;
}

const insert = defineStatement({
  name: 'delivery.write-test-event',
  text: `WITH receiver AS (
                SELECT instance_id, is_platform FROM webhook_targets WHERE scope = $1 AND instance_id = $2 AND revoked_at IS NULL),
              written AS (
                INSERT INTO events (id, tenant_id, instance_id, type, channel, data, created_at, position)
                SELECT $3, nullif($1, 0), instance_id, $4, 'test', $5, $6,
                       CASE WHEN NOT is_platform THEN pg_current_xact_id()::text::bigint + (SELECT shift FROM ledger_clock) END
                  FROM receiver RETURNING seq)
         INSERT INTO deliveries (instance_id, event_seq) SELECT receiver.instance_id, written.seq FROM receiver, written RETURNING id`,
  params: { scope: 'int4', instanceId: 'text', eventId: 'text', type: 'text', data: 'text', at: 'timestamptz' },
  row: { id: 'int8' },
});

/**
 * Writes an event for one key or platform webhook only, regardless of its subscriptions. Returns its
 * delivery; null when the scope has no such key or webhook.
 */
export async function insertTestEvent(
  sql: Sql,
  event: { scope: number; instanceId: string; eventId: string; type: string; data: string; at: Date },
): Promise<string | null> {
  return (await insert.first(sql, event))?.id ?? null;
}
