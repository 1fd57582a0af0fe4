import { oneOf, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const MOST_COUNTED = '10000';

const WEBHOOK = {
  instanceId: 'text!',
  webhookUrl: 'text?',
  reason: orNull(oneOf('gone', 'failing', 'operator')),
  pausedAt: 'timestamptz?',
  consecutiveFailures: 'int4',
  failingSince: 'timestamptz?',
  resumesAt: 'timestamptz?',
  waiting: 'int4!',
} as const;

const find = defineStatement({
  name: 'delivery.find-webhook',
  text: `SELECT k.instance_id, k.webhook_url, l.pause_reason AS reason, l.paused_at, l.consecutive_failures,
                l.failing_since, CASE WHEN l.resume_at > now() THEN l.resume_at END AS resumes_at,
                (SELECT count(*)::int4 FROM (SELECT 1 FROM deliveries d WHERE d.instance_id = k.instance_id LIMIT $3) counted) AS waiting
           FROM webhook_targets k JOIN lanes l ON l.instance_id = k.instance_id
          WHERE k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text', mostCounted: 'int8' },
  row: WEBHOOK,
});

/** The state of the webhook of a key, or of a platform webhook. */
export type WebhookState = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** Null when the scope, a tenant or 0 for the deployment, has no such key or platform webhook. */
export const findWebhook = (sql: Sql, scope: number, instanceId: string) =>
  find.first(sql, { scope, instanceId, mostCounted: MOST_COUNTED });

const pause = defineStatement({
  name: 'delivery.pause-lane',
  text: `UPDATE lanes l SET paused_at = coalesce(l.paused_at, now()), pause_reason = 'operator'
           FROM webhook_targets k WHERE k.instance_id = l.instance_id AND k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text' },
});

/** An operator's pause overrides an automatic one: only resuming ends it. */
export async function pauseLane(sql: Sql, scope: number, instanceId: string): Promise<void> {
  await pause.run(sql, { scope, instanceId });
}

const resume = defineStatement({
  name: 'delivery.resume-lane',
  text: `UPDATE lanes l
            SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, consecutive_failures = 0, failing_since = NULL
           FROM webhook_targets k WHERE k.instance_id = l.instance_id AND k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text' },
});

/** Ends any pause and resets the health. */
export async function resumeLane(sql: Sql, scope: number, instanceId: string): Promise<void> {
  await resume.run(sql, { scope, instanceId });
}
