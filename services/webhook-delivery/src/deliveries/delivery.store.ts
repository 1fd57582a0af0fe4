import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { KeptSecrets, Outgoing } from '../attempts/request.rules.ts';
import { DELIVERY_STATUSES, type ShownDelivery } from './delivery-view.rules.ts';

/** The columns of a waiting delivery `d`, and those of an ended one, in the same order. */
export const WAITING = `d.id, d.instance_id, d.event_seq, d.created_at, d.due_at, NULL::text AS status, d.attempt AS attempt_count,
  NULL::integer AS status_code, NULL::integer AS latency_ms`;
export const ENDED = `d.id, d.instance_id, d.event_seq, d.created_at, NULL::timestamptz AS due_at, d.status, d.attempts AS attempt_count,
  d.status_code, d.latency_ms`;

/**
 * The last attempt of a delivery `d` that waits for its next one; an ended delivery has its own. The day before leaves
 * room for the clock of the worker, and the partitions of older days are not read.
 */
export const LAST_ATTEMPT = `LEFT JOIN LATERAL (
  SELECT a.status_code, a.latency_ms FROM delivery_attempts a
   WHERE d.status IS NULL AND d.attempt_count > 0 AND a.delivery_id = d.id AND a.instance_id = d.instance_id
     AND a.at >= d.created_at - interval '1 day'
   ORDER BY a.at DESC LIMIT 1) a ON true`;

const find = defineStatement({
  name: 'delivery.find-shown',
  text: `SELECT d.id, e.id AS event_id, e.type AS event, d.instance_id, k.label, e.channel,
                coalesce(d.status, CASE WHEN l.paused_at IS NULL THEN 'pending' ELSE 'paused' END) AS status, d.attempt_count,
                coalesce(d.status_code, a.status_code) AS status_code, coalesce(d.latency_ms, a.latency_ms) AS latency_ms,
                d.due_at AS next_attempt_at, d.created_at
           FROM (SELECT ${WAITING} FROM deliveries d WHERE id = $2
                  UNION ALL
                 SELECT ${ENDED} FROM delivery_log d WHERE id = $2) d
           JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope = $1
           JOIN events e ON e.seq = d.event_seq LEFT JOIN lanes l ON l.instance_id = d.instance_id
           ${LAST_ATTEMPT}`,
  params: { scope: 'int4', id: 'int8' },
  row: {
    id: 'int8!',
    eventId: 'text',
    event: 'text',
    instanceId: 'text!',
    label: 'text?',
    channel: 'text',
    status: computed(oneOf(...DELIVERY_STATUSES)),
    attemptCount: 'int4!',
    statusCode: 'int4?',
    latencyMs: 'int4?',
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
const MAX_ATTEMPTS = '100';

/** The last attempts of a delivery, oldest first. */
export const findAttempts = (sql: Sql, deliveryId: string, instanceId: string) =>
  attempts.all(sql, { deliveryId, instanceId, limit: MAX_ATTEMPTS });

export type FoundAttempt = Awaited<ReturnType<typeof findAttempts>>[number];

const content = defineStatement({
  name: 'delivery.find-content',
  text: `SELECT e.id, e.type, round(extract(epoch FROM e.created_at) * 1000)::float8 AS created_ms, e.data, d.instance_id, k.is_platform,
                (SELECT t.slug FROM tenants t WHERE t.id = e.tenant_id) AS tenant,
                k.webhook_url, k.webhook_secret, k.previous_secret, k.previous_secret_until
           FROM (SELECT event_seq, instance_id FROM deliveries WHERE id = $2
                 UNION ALL SELECT event_seq, instance_id FROM delivery_log WHERE id = $2) d
           JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope = $1
           JOIN events e ON e.seq = d.event_seq LIMIT 1`,
  params: { scope: 'int4', id: 'int8' },
  row: {
    id: 'text',
    type: 'text',
    createdMs: 'float8!',
    data: 'text',
    instanceId: 'text!',
    isPlatform: 'bool!',
    tenant: 'text?',
    webhookUrl: 'text?',
    webhookSecret: 'text!',
    previousSecret: 'text?',
    previousSecretUntil: 'timestamptz?',
  },
});

/** The content of a delivery; its secrets are encrypted. */
export interface DeliveryContent {
  event: Outgoing;
  /** The webhook's address now. */
  url: string | null;
  secrets: KeptSecrets;
}

/** Null when the scope has no such delivery, or no longer. */
export async function findContent(sql: Sql, scope: number, deliveryId: string): Promise<DeliveryContent | null> {
  const row = await content.first(sql, { scope, id: deliveryId });
  if (!row) return null;
  const { id: eventId, type, createdMs, data, instanceId, isPlatform, tenant } = row;
  return {
    event: { eventId, type, instanceId, createdMs, data, platform: isPlatform ? { tenant } : null },
    url: row.webhookUrl,
    secrets: { newest: row.webhookSecret, previous: row.previousSecret, previousUntil: row.previousSecretUntil },
  };
}
