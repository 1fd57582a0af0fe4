import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { BREAKER_AFTER } from '../domain/lane-health.ts';
import { WAITING_WALK } from './waiting-walk.ts';

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
          ORDER BY l.instance_id LIMIT $3::int4`,
  params: { after: 'text', lateBefore: 'timestamptz', count: 'int4' },
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

/** Possibly stuck lanes after one instance id, in the order of ids (domain/stuck-lane.ts decides). */
export const findStuckLanes = (sql: Sql, after: string, lateBefore: Date, count: number) =>
  find.all(sql, { after, lateBefore, count });

export type FoundStuckLane = Awaited<ReturnType<typeof findStuckLanes>>[number];
