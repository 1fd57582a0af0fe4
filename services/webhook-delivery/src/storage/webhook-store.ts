import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import type { Sql } from '@parley/prisma/sql';
import type { z } from 'zod';

export type Webhook = z.infer<typeof WebhookView>;

interface WebhookRow extends Omit<Webhook, 'paused_at' | 'failing_since' | 'resumes_at' | 'status' | 'reason'> {
  reason: string | null;
  paused_at: Date | null;
  failing_since: Date | null;
  resumes_at: Date | null;
}

const MOST_COUNTED = 10_000;

/** How the webhook of a tenant's key is doing; null when the tenant has no such key. */
export async function findWebhook(sql: Sql, tenantId: number, instanceId: string): Promise<Webhook | null> {
  const { rows } = await sql.query<WebhookRow>({
    text: `SELECT k.instance_id, k.webhook_url, l.pause_reason AS reason, l.paused_at, l.consecutive_failures,
                  l.failing_since, CASE WHEN l.resume_at > now() THEN l.resume_at END AS resumes_at,
                  (SELECT count(*)::int FROM (SELECT 1 FROM deliveries d WHERE d.instance_id = k.instance_id LIMIT $3) counted) AS waiting
             FROM api_keys k JOIN lanes l ON l.instance_id = k.instance_id
            WHERE k.tenant_id = $1 AND k.instance_id = $2`,
    values: [tenantId, instanceId, MOST_COUNTED],
  });
  const [row] = rows;
  if (!row) return null;
  return WebhookView.parse({
    ...row,
    status: row.paused_at === null ? 'active' : 'paused',
    paused_at: row.paused_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    resumes_at: row.resumes_at?.toISOString() ?? null,
  });
}

/** An operator's pause stands over one of ours: only resuming ends it. */
export async function pauseLane(sql: Sql, tenantId: number, instanceId: string): Promise<void> {
  await sql.query({
    text: `UPDATE lanes l SET paused_at = coalesce(l.paused_at, now()), pause_reason = 'operator'
             FROM api_keys k WHERE k.instance_id = l.instance_id AND k.tenant_id = $1 AND k.instance_id = $2`,
    values: [tenantId, instanceId],
  });
}

/** Whatever it was paused for, and however it was doing: it starts anew. */
export async function resumeLane(sql: Sql, tenantId: number, instanceId: string): Promise<void> {
  await sql.query({
    text: `UPDATE lanes l
              SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, consecutive_failures = 0, failing_since = NULL
             FROM api_keys k WHERE k.instance_id = l.instance_id AND k.tenant_id = $1 AND k.instance_id = $2`,
    values: [tenantId, instanceId],
  });
}
