import { oneOf, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const MOST_COUNTED = '10000';

const WEBHOOK = {
  instanceId: 'text',
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
           FROM api_keys k JOIN lanes l ON l.instance_id = k.instance_id
          WHERE k.tenant_id = $1 AND k.instance_id = $2`,
  params: { tenantId: 'int4', instanceId: 'text', mostCounted: 'int8' },
  row: WEBHOOK,
});

/** How the webhook of a tenant's key is doing. */
export type WebhookState = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** Null when the tenant has no such key. */
export const findWebhook = (sql: Sql, tenantId: number, instanceId: string) =>
  find.first(sql, { tenantId, instanceId, mostCounted: MOST_COUNTED });

const pause = defineStatement({
  name: 'delivery.pause-lane',
  text: `UPDATE lanes l SET paused_at = coalesce(l.paused_at, now()), pause_reason = 'operator'
           FROM api_keys k WHERE k.instance_id = l.instance_id AND k.tenant_id = $1 AND k.instance_id = $2`,
  params: { tenantId: 'int4', instanceId: 'text' },
});

/** An operator's pause stands over one of ours: only resuming ends it. */
export async function pauseLane(sql: Sql, tenantId: number, instanceId: string): Promise<void> {
  await pause.run(sql, { tenantId, instanceId });
}

const resume = defineStatement({
  name: 'delivery.resume-lane',
  text: `UPDATE lanes l
            SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, consecutive_failures = 0, failing_since = NULL
           FROM api_keys k WHERE k.instance_id = l.instance_id AND k.tenant_id = $1 AND k.instance_id = $2`,
  params: { tenantId: 'int4', instanceId: 'text' },
});

/** Whatever it was paused for, and however it was doing: it starts anew. */
export async function resumeLane(sql: Sql, tenantId: number, instanceId: string): Promise<void> {
  await resume.run(sql, { tenantId, instanceId });
}
