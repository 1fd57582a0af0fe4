import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { asDate } from './delivery.store.ts';
import type { DeliveryFilter } from './delivery-list.store.ts';

/**
 * Oldest first, up to a limit; a delivery that two people replay concurrently is sent once. `$9` excludes the days of
 * the log before the range.
 */
const replay = defineStatement({
  name: 'delivery.replay-ended',
  text: `WITH chosen AS MATERIALIZED (
           SELECT g.id, g.instance_id, k.ordered FROM delivery_log g
             JOIN webhook_targets k ON k.instance_id = g.instance_id AND k.scope = $1 AND k.revoked_at IS NULL
            WHERE ($2::int8[] IS NULL OR g.id = ANY ($2)) AND ($3::text IS NULL OR g.instance_id = $3)
              AND ($4::timestamptz IS NULL OR g.created_at >= $4) AND ($5::timestamptz IS NULL OR g.created_at < $5)
              AND ($6::text IS NULL OR g.status = $6) AND g.id > $7 AND g.id >= $9
              AND EXISTS (SELECT 1 FROM events e WHERE e.seq = g.event_seq)
            ORDER BY g.id LIMIT $8),
              ended AS (
           DELETE FROM delivery_log g USING chosen c WHERE g.id = c.id AND g.instance_id = c.instance_id
           RETURNING g.*, c.ordered),
              reported AS (
                INSERT INTO delivery_attempts (delivery_id, instance_id, at, status_code, latency_ms, error, response)
                SELECT id, instance_id, ended_at, status_code, latency_ms, error, response FROM ended WHERE latency_ms IS NOT NULL),
              put AS (
         INSERT INTO deliveries (id, instance_id, event_seq, created_at, order_key)
         SELECT ended.id, ended.instance_id, ended.event_seq, ended.created_at, CASE WHEN ended.ordered THEN e.conversation_id END
           FROM ended JOIN events e ON e.seq = ended.event_seq ORDER BY ended.id RETURNING id, instance_id)
         SELECT chosen.id, put.instance_id FROM chosen LEFT JOIN put ON put.id = chosen.id ORDER BY chosen.id`,
  params: {
    scope: 'int4',
    ids: 'int8[]?',
    instanceId: 'text?',
    since: 'timestamptz?',
    until: 'timestamptz?',
    status: 'text?',
    after: 'int8',
    limit: 'int8',
    from: 'int8',
  },
  row: { id: 'int8', instanceId: 'text?' },
});

export type ReplayFilter = Pick<DeliveryFilter, 'instanceId' | 'since' | 'until'> & {
  ids?: readonly string[] | undefined;
  /** Null for any final status. */
  status: string | null;
  /** The delivery to continue after; "0" starts at the first. */
  after: string;
  limit: number;
};

/**
 * A delivery is numbered and dated by the server's clock, but not at the same moment; one more day covers midnight in
 * between.
 */
const firstSince = (since: Date | null): string => (since === null ? '0' : firstOfDay(dayOf(since) - 1));

/**
 * Moves ended deliveries back to their lanes, due now. Returns those read, oldest first, with their keys; null for one
 * that another call replayed at the same moment. Their attempts stay.
 */
export function replayEnded(sql: Sql, scope: number, filter: ReplayFilter) {
  const since = asDate(filter.since);
  return replay.all(sql, {
    scope,
    ids: filter.ids ? [...filter.ids] : null,
    instanceId: filter.instanceId ?? null,
    since,
    until: asDate(filter.until),
    status: filter.status,
    after: filter.after,
    limit: String(filter.limit),
    from: firstSince(since),
  });
}

/**
 * Rows are locked in one order, so that two people who retry the same deliveries do not deadlock. A delivery that is
 * being attempted is due already and stays so. The lane's wait ends too: otherwise the delivery would be due but not
 * sent.
 */
const makeDue = defineStatement({
  name: 'delivery.make-due',
  text: `WITH chosen AS MATERIALIZED (
           SELECT d.id, d.instance_id FROM deliveries d
             JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope = $1 AND k.revoked_at IS NULL
            WHERE d.id = ANY ($2) AND ($3::text IS NULL OR d.instance_id = $3)
            ORDER BY d.id FOR UPDATE OF d),
              due AS (
           UPDATE deliveries d SET due_at = now() FROM chosen c WHERE d.id = c.id AND d.instance_id = c.instance_id AND d.due_at > now()),
              resumed AS (
           UPDATE lanes l SET resume_at = NULL
            WHERE l.instance_id IN (SELECT instance_id FROM chosen) AND l.resume_at > now())
         SELECT id, instance_id FROM chosen`,
  params: { scope: 'int4', ids: 'int8[]', instanceId: 'text?' },
  row: { id: 'int8', instanceId: 'text' },
});

/**
 * Makes waiting deliveries due now; returns those of `ids` that wait, with their keys. Skips deliveries of a paused
 * webhook.
 */
export const makeDeliveriesDue = (
  sql: Sql,
  scope: number,
  { ids, instanceId }: { ids: readonly string[]; instanceId?: string | undefined },
) => makeDue.all(sql, { scope, ids: [...ids], instanceId: instanceId ?? null });
