import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { type Completion, isEnded, isPostponed } from '../domain/delivery.ts';

/*
 * Both statements check the fencing token. The key-share lock prevents a concurrent takeover of the lane, so a stale
 * worker changes nothing. Storing the same attempt again (after a lost answer) changes nothing either. They return the
 * deliveries whose lane is still claimed.
 */

const ATTEMPT = {
  deliveryId: 'int8',
  instanceId: 'text',
  claimId: 'text',
  attempt: 'int4',
  attempts: 'int4',
  at: 'timestamptz',
  statusCode: 'int4?',
  latencyMs: 'int4',
  error: 'text?',
  response: 'text?',
} as const;
const ARRAYS = `$1::int8[], $2::text[], $3::text[], $4::int4[], $5::int4[], $6::timestamptz[], $7::int4[], $8::int4[], $9::text[], $10::text[]`;
const NAMES = 'delivery_id, instance_id, claim_id, attempt, attempts, at, status_code, latency_ms, error, response';

/** Moves deliveries to the log, with their last attempt. */
const end = defineBatchStatement({
  name: 'delivery.end',
  plan: 'index',
  text: `WITH held AS MATERIALIZED (
           SELECT i.* FROM unnest(${ARRAYS}, $11::text[]) AS i(${NAMES}, status)
             JOIN lanes l ON l.instance_id = i.instance_id AND l.claim_id = i.claim_id
              FOR KEY SHARE OF l
         ),
         ended AS (
           DELETE FROM deliveries d USING held h
            WHERE d.id = h.delivery_id AND d.instance_id = h.instance_id AND d.attempt = h.attempt
           RETURNING d.id, d.instance_id, d.event_seq, h.status, h.attempts, d.created_at, h.at, h.status_code, h.latency_ms,
                     h.error, h.response
         ),
         logged AS (
           INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, status_code,
                                     latency_ms, error, response)
           SELECT * FROM ended
         )
         SELECT delivery_id FROM held`,
  items: { ...ATTEMPT, outcome: 'text' },
  row: { deliveryId: 'int8!' },
});

/** Makes deliveries due again and stores the attempts; keeps the time of the first failure. */
const postpone = defineBatchStatement({
  name: 'delivery.postpone',
  plan: 'index',
  text: `WITH held AS MATERIALIZED (
           SELECT i.* FROM unnest(${ARRAYS}, $11::float8[]) AS i(${NAMES}, due_in_ms)
             JOIN lanes l ON l.instance_id = i.instance_id AND l.claim_id = i.claim_id
              FOR KEY SHARE OF l
         ),
         postponed AS (
           UPDATE deliveries d SET attempt = h.attempts, due_at = now() + h.due_in_ms * interval '1 millisecond',
                                   first_failed_at = coalesce(d.first_failed_at, now())
             FROM held h
            WHERE d.id = h.delivery_id AND d.instance_id = h.instance_id AND d.attempt = h.attempt
           RETURNING h.*
         ),
         reported AS (
           INSERT INTO delivery_attempts (delivery_id, instance_id, at, status_code, latency_ms, error, response)
           SELECT delivery_id, instance_id, at, status_code, latency_ms, error, response FROM postponed
         )
         SELECT delivery_id FROM held`,
  items: { ...ATTEMPT, dueInMs: 'float8' },
  row: { deliveryId: 'int8!' },
});

/** Stores attempts and their outcomes. Returns false where another worker has the lane: nothing changed. */
export async function completeDeliveries(sql: Sql, items: readonly Completion[]): Promise<boolean[]> {
  const rows = [
    ...(await end.all(sql, items.filter(isEnded), {})),
    ...(await postpone.all(sql, items.filter(isPostponed), {})),
  ];
  const stored = new Set(rows.map(({ deliveryId }) => deliveryId));
  return items.map(({ deliveryId }) => stored.has(deliveryId));
}
