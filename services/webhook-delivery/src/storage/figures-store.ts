import { WEBHOOK_FIGURES_MAX } from '@parley/common/contracts/console/webhook-figures';
import { dayOf, firstOfDay } from '@parley/common/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { WebhookTarget } from '../domain/scope.ts';

/** The limit comes before the time: the index of a key has the order of the numbers, which contain only the day. */
const count = defineStatement({
  name: 'delivery.count-outcomes',
  plan: 'index',
  text: `SELECT o.ended, o.delivered, o.p95_ms
           FROM webhook_targets k
           CROSS JOIN LATERAL (
             SELECT count(*)::int4 AS ended, count(*) FILTER (WHERE status = 'delivered')::int4 AS delivered,
                    percentile_disc(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95_ms
               FROM (SELECT d.status, d.latency_ms, d.created_at FROM delivery_log d
                      WHERE d.instance_id = k.instance_id AND d.id >= $3
                      ORDER BY d.id DESC LIMIT ${WEBHOOK_FIGURES_MAX}) newest
              WHERE created_at >= $4) o
          WHERE k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text', from: 'int8', since: 'timestamptz' },
  row: { ended: 'int4!', delivered: 'int4!', p95Ms: 'int4?' },
});

/** Outcomes of the ended deliveries of a webhook since a time; null if the scope has no such webhook. */
export const countOutcomes = (sql: Sql, target: WebhookTarget, since: Date) =>
  count.first(sql, { ...target, from: firstOfDay(dayOf(since)), since });
