import { computed, oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

export interface DeliveryGauges {
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
