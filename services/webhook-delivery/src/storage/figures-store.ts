import { WEBHOOK_FIGURES_LEAST, WEBHOOK_FIGURES_MAX } from '@parley/common/contracts/console/webhook-figures';
import { dayOf, firstOfDay } from '@parley/common/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

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
