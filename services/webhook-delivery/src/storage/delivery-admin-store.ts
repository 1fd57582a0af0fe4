import { computed, oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

export const DELIVERY_STATUSES = ['pending', 'paused', 'delivered', 'failed'] as const;

const find = defineStatement({
  name: 'delivery.find-shown',
  text: `SELECT d.id, e.id AS event_id, e.type AS event, d.instance_id,
                coalesce(d.status, CASE WHEN l.paused_at IS NULL THEN 'pending' ELSE 'paused' END) AS status,
                d.due_at AS next_attempt_at, d.created_at
           FROM (SELECT id, instance_id, event_seq, created_at, due_at, NULL AS status FROM deliveries WHERE id = $2
                  UNION ALL
                 SELECT id, instance_id, event_seq, created_at, NULL, status FROM delivery_log WHERE id = $2) d
           JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope = $1
           JOIN events e ON e.seq = d.event_seq LEFT JOIN lanes l ON l.instance_id = d.instance_id`,
  params: { scope: 'int4', id: 'int8' },
  row: {
    id: 'int8!',
    eventId: 'text',
    event: 'text',
    instanceId: 'text!',
    status: computed(oneOf(...DELIVERY_STATUSES)),
    nextAttemptAt: 'timestamptz?',
    createdAt: 'timestamptz!',
  },
});

export const asDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** One delivery of a scope (a tenant, or 0: the deployment), waiting or ended. */
export const findDelivery = (sql: Sql, scope: number, id: string) => find.first(sql, { scope, id });

/** A delivery as an operator sees it. */
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

const attempts = defineStatement({
  name: 'delivery.list-attempts',
  text: `SELECT * FROM (SELECT at, status_code, latency_ms, error, response FROM attempts
                         WHERE delivery_id = $1 AND instance_id = $2 ORDER BY at DESC LIMIT $3) newest ORDER BY at`,
  params: { deliveryId: 'int8', instanceId: 'text', limit: 'int8' },
  row: { at: 'timestamptz!', statusCode: 'int4?', latencyMs: 'int4!', error: 'text?', response: 'text?' },
});

/** Replays add attempts without limit. */
const MOST_ATTEMPTS = '100';

/** The last attempts of a delivery, oldest first. */
export const findAttempts = (sql: Sql, deliveryId: string, instanceId: string) =>
  attempts.all(sql, { deliveryId, instanceId, limit: MOST_ATTEMPTS });

export type FoundAttempt = Awaited<ReturnType<typeof findAttempts>>[number];

const test = defineStatement({
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
 * Writes an event for one key or platform webhook only, regardless of its subscriptions. Null when the scope has none
 * such.
 */
export async function writeTestEvent(
  sql: Sql,
  given: { scope: number; instanceId: string; eventId: string; type: string; data: string; at: Date },
): Promise<string | null> {
  return (await test.first(sql, given))?.id ?? null;
}

/** The platform webhook of a tenant, or (0) of the deployment; null when there is none. */
export async function findPlatformWebhook(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  scope: number,
): Promise<string | null> {
  const found = await prisma.platformWebhook.findFirst({
    where: { scope, revokedAt: null },
    select: { instanceId: true },
  });
  return found?.instanceId ?? null;
}
