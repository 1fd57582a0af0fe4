import type { OutboundMessageRow } from '@parley/prisma/messaging/outbound-message';
import type { Sql } from '@parley/prisma/sql';

/** A sent message with its history. */
export interface MessageRecord extends OutboundMessageRow {
  status: string;
  error: unknown;
  sent_at: Date | null;
  history: { status: string; at: string }[];
}

/** An outbound message of the tenant, or null. */
export async function findMessage(sql: Sql, tenantId: number, messageId: string): Promise<MessageRecord | null> {
  const { rows } = await sql.query<MessageRecord>({
    name: 'send-find-message',
    text: `SELECT m.id, m.tenant_id, m.conversation_id, m.channel, m.peer, m.text, m.attachments, m.template, m.origin, m.status, m.error,
                  m.provider_message_id, a.external_id, a.name AS account_name, a.number AS account_number,
                  (SELECT s.at FROM message_statuses s WHERE s.message_id = m.id AND s.status = 'sent') AS sent_at,
                  coalesce((SELECT jsonb_agg(jsonb_build_object('status', s.status, 'at', s.at)
                                             ORDER BY array_position(ARRAY['sent', 'delivered', 'read', 'failed'], s.status))
                              FROM message_statuses s WHERE s.message_id = m.id), '[]') AS history
             FROM messages m JOIN channel_accounts a ON a.id = m.channel_account_id
            WHERE m.tenant_id = $1 AND m.id = $2 AND m.direction = 'out'`,
    values: [tenantId, messageId],
  });
  return rows[0] ?? null;
}

/** The tenant with this slug, or null. */
export async function findTenant(sql: Sql, slug: string): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>({
    name: 'send-find-tenant',
    text: 'SELECT id FROM tenants WHERE slug = $1',
    values: [slug],
  });
  return rows[0]?.id ?? null;
}

/** Channel and address of a conversation of the tenant, or null. */
export async function findConversation(
  sql: Sql,
  tenantId: number,
  conversationId: number,
): Promise<{ channel: string; peer: string } | null> {
  const { rows } = await sql.query<{ channel: string; peer: string }>({
    name: 'send-find-conversation',
    text: 'SELECT channel, peer FROM conversations WHERE tenant_id = $1 AND id = $2',
    values: [tenantId, conversationId],
  });
  return rows[0] ?? null;
}

/** The provider's own id of a conversation of the tenant, or null. */
export async function findThread(sql: Sql, tenantId: number, conversationId: number): Promise<string | null> {
  const { rows } = await sql.query<{ provider_thread_id: string | null }>({
    name: 'send-find-thread',
    text: 'SELECT provider_thread_id FROM conversations WHERE tenant_id = $1 AND id = $2',
    values: [tenantId, conversationId],
  });
  return rows[0]?.provider_thread_id ?? null;
}

/** The encrypted credentials of a connected account, or null. */
export async function findCredentials(sql: Sql, accountId: number): Promise<string | null> {
  const { rows } = await sql.query<{ credentials: string }>({
    name: 'send-find-credentials',
    text: `SELECT credentials FROM channel_accounts WHERE id = $1 AND status = 'connected'`,
    values: [accountId],
  });
  return rows[0]?.credentials ?? null;
}

/** Whether the tenant could pay this price now. Only a reservation makes sure that it does. */
export async function hasCredit(sql: Sql, tenantId: number, price: string): Promise<boolean> {
  const { rows } = await sql.query<{ enough: boolean }>({
    name: 'send-has-credit',
    text: `SELECT balance >= $2::numeric AND status = 'active' AS enough FROM tenants WHERE id = $1`,
    values: [tenantId, price],
  });
  return rows[0]?.enough ?? false;
}
