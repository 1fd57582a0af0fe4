import { computed, oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { DELIVERY_STATUSES, type ShownDelivery } from '../domain/delivery-view.ts';

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
export const findDelivery = (sql: Sql, scope: number, id: string): Promise<ShownDelivery | null> =>
  find.first(sql, { scope, id });

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
