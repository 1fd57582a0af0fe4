import { Channel } from '@parley/common/channels';
import type { Sql } from '@parley/prisma/sql';

/** An account that is connected now. */
export interface ConnectedAccount {
  channel: Channel;
  externalId: string;
}

/** Connected accounts of a tenant; linked devices are logged out by the service that linked them. */
export async function findConnected(sql: Sql, tenantId: number, count: number): Promise<ConnectedAccount[]> {
  const { rows } = await sql.query<{ channel: string; external_id: string }>({
    text: `SELECT channel, external_id FROM channel_accounts
            WHERE tenant_id = $1 AND status = 'connected' AND channel <> 'wd' ORDER BY id LIMIT $2`,
    values: [tenantId, count],
  });
  return rows.map((row) => ({ channel: Channel.parse(row.channel), externalId: row.external_id }));
}

/** Links, lists and tokens of a tenant; accounts as well, once nobody keeps anything of them any more. */
export async function removeTenantRows(sql: Sql, tenantId: number, now: Date): Promise<Record<string, number>> {
  const { rows } = await sql.query<Record<string, number>>({
    text: `WITH links AS (DELETE FROM connect_links WHERE tenant_id = $1 RETURNING 1),
                lists AS (DELETE FROM listed_templates WHERE tenant_id = $1 RETURNING 1),
                tokens AS (DELETE FROM channel_tokens WHERE tenant_id = $1 RETURNING 1),
                accounts AS (
                  DELETE FROM channel_accounts a
                   WHERE a.tenant_id = $1
                     AND (a.status = 'disconnected' OR (a.status = 'connecting' AND a.claimed_until < $2))
                     AND NOT EXISTS (SELECT 1 FROM removal_jobs j WHERE j.tenant_id = $1)
                     AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = $1)
                     AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.tenant_id = $1)
                     AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.tenant_id = $1)
                     AND NOT EXISTS (SELECT 1 FROM comment_threads t WHERE t.channel_account_id = a.id)
                     AND NOT EXISTS (SELECT 1 FROM pending_updates p WHERE p.channel_account_id = a.id)
                  RETURNING 1)
           SELECT (SELECT count(*)::int FROM links) AS links, (SELECT count(*)::int FROM lists) AS template_lists,
                  (SELECT count(*)::int FROM tokens) AS tokens, (SELECT count(*)::int FROM accounts) AS channels`,
    values: [tenantId, now],
  });
  return rows[0] ?? {};
}

/** Accounts that stand, and providers that have not been told yet. */
export async function countLeft(sql: Sql, tenantId: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    text: `SELECT ((SELECT count(*) FROM channel_accounts WHERE tenant_id = $1)
                 + (SELECT count(*) FROM removal_jobs WHERE tenant_id = $1))::int AS count`,
    values: [tenantId],
  });
  return rows[0]?.count ?? 0;
}
