import type { STUCK_SORTS } from '@parley/common/contracts/operator/stuck-lanes';
import type { Sql } from '@parley/database/sql';
import { sortedBy } from '@parley/database/statements/sorted-by';
import { defineStatement } from '@parley/database/statements/statement';
import { BREAKER_AFTER } from './lane.rules.ts';
import { WAITING_WALK } from './lane.store.ts';

/**
 * Steps through the keys of waiting deliveries like claims do, and adds automatically paused lanes. The attempts of a
 * lane's oldest delivery show its error.
 */
const find = defineStatement({
  name: 'delivery.find-stuck-lanes',
  text: `WITH RECURSIVE ${WAITING_WALK},
         candidates AS (
           SELECT instance_id FROM waiting WHERE instance_id > $1
           UNION SELECT instance_id FROM lanes WHERE pause_reason <> 'operator' AND instance_id > $1)
         SELECT l.instance_id, t.slug AS tenant, a.label, k.webhook_url, l.pause_reason, l.paused_at, l.resume_at,
                l.consecutive_failures, l.failing_since, first.due_at AS oldest_due_at,
                tried.at AS tried_at, tried.status_code, tried.error
           FROM candidates c
           JOIN lanes l ON l.instance_id = c.instance_id
           JOIN webhook_targets k ON k.instance_id = c.instance_id
           LEFT JOIN tenants t ON t.id = k.scope
           LEFT JOIN api_keys a ON a.instance_id = c.instance_id
           LEFT JOIN LATERAL (SELECT d.id, d.due_at FROM deliveries d WHERE d.instance_id = c.instance_id
                               ORDER BY d.due_at LIMIT 1) first ON true
           LEFT JOIN LATERAL (SELECT n.at, n.status_code, n.error FROM delivery_attempts n
                               WHERE n.delivery_id = first.id AND n.instance_id = c.instance_id
                               ORDER BY n.at DESC LIMIT 1) tried ON true
          WHERE k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
            AND l.pause_reason IS DISTINCT FROM 'operator'
            AND (l.paused_at IS NOT NULL OR l.consecutive_failures >= ${BREAKER_AFTER} OR first.due_at < $2)
            AND ($8::text IS NULL OR l.instance_id = $8)
            AND strpos(lower(concat_ws(' ', t.slug, a.label, k.webhook_url)), lower($4)) > 0
          ORDER BY ${sortedBy({
            text: `CASE $5 WHEN 'tenant' THEN t.slug WHEN 'id' THEN l.instance_id END`,
            number: `CASE $5 WHEN 'since' THEN extract(epoch FROM coalesce(l.paused_at, l.failing_since, first.due_at)) END`,
            descending: '$6',
          })}, l.instance_id OFFSET $7::int4 LIMIT $3::int4`,
  params: {
    after: 'text',
    lateBefore: 'timestamptz',
    count: 'int4',
    q: 'text',
    sort: 'text',
    descending: 'bool',
    offset: 'int4',
    instanceId: 'text?',
  },
  row: {
    instanceId: 'text',
    tenant: 'text?',
    label: 'text?',
    webhookUrl: 'text?',
    pauseReason: 'text?',
    pausedAt: 'timestamptz?',
    resumeAt: 'timestamptz?',
    consecutiveFailures: 'int4',
    failingSince: 'timestamptz?',
    oldestDueAt: 'timestamptz?',
    triedAt: 'timestamptz?',
    statusCode: 'int4?',
    error: 'text?',
  },
});

export interface StuckQuery {
  q: string;
  sort: (typeof STUCK_SORTS)[number];
  descending: boolean;
  /** Null: all. */
  instanceId: string | null;
  /** Lanes after this instance id only. */
  after: string;
  offset: number;
  lateBefore: Date;
  count: number;
}

/** Possibly stuck lanes, on which `findTrouble` decides; equal ones by instance id. */
export const findStuckLanes = (sql: Sql, query: StuckQuery) => find.all(sql, query);

export type FoundStuckLane = Awaited<ReturnType<typeof findStuckLanes>>[number];
