import { type Batcher, makeBatcher } from '@parley/database/batches/natural-batch';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { type Completion, type Ended, isEnded, isPostponed } from '../attempts/delivery.rules.ts';

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

/** Moves deliveries to the log, with their last attempt. */
const end = defineBatchStatement({
  name: 'delivery.end',
  plan: 'index',
  text: (items) => `WITH held AS MATERIALIZED (
           SELECT i.* FROM ${items.as('i')}
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
  items: { ...ATTEMPT, status: 'text' },
  row: { deliveryId: 'int8!' },
});

/** Makes deliveries due again and stores the attempts; keeps the time of the first failure. */
const postpone = defineBatchStatement({
  name: 'delivery.postpone',
  plan: 'index',
  text: (items) => `WITH held AS MATERIALIZED (
           SELECT i.* FROM ${items.as('i')}
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

const toEnded = (ended: Ended) => ({ status: ended.outcome, ...ended });

/** Stores attempts and their outcomes. Returns false where another worker has the lane: nothing changed. */
async function completeDeliveries(sql: Sql, items: readonly Completion[]): Promise<boolean[]> {
  const rows = [
    ...(await end.all(sql, items.filter(isEnded).map(toEnded), {})),
    ...(await postpone.all(sql, items.filter(isPostponed), {})),
  ];
  const stored = new Set(rows.map(({ deliveryId }) => deliveryId));
  return items.map(({ deliveryId }) => stored.has(deliveryId));
}

const MAX_CONCURRENT = 256;
/**
 * No caller waits for a completion, so a batch may wait for more: the number of deliveries that a kill repeats stays below a
 * lane's limit (MAX_UNSTORED). Measured: docs/adr/0016-few-round-trips.md#fuller-batches.
 */
const GATHER = { gatherMs: 250, gatherItems: 32, mayWait: () => true };

/** Stores the outcomes of attempts in batches; false where another worker has the lane. */
export interface CompletionBatchers {
  unordered: Batcher<Completion, boolean>;
  /** The next delivery of the conversation waits for these. */
  ordered: Batcher<Completion, boolean>;
}

export function makeCompletionBatchers(sql: Sql): CompletionBatchers {
  const options = {
    run: (completions: readonly Completion[]) => completeDeliveries(sql, completions),
    maxItems: MAX_CONCURRENT,
    maxConcurrent: 1,
  };
  return { unordered: makeBatcher({ ...options, ...GATHER }), ordered: makeBatcher(options) };
}
