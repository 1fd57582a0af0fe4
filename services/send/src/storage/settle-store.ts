import type { StoredAnswer } from '@parley/prisma/messaging/outbound-message';
import type { OutboxRow } from '@parley/prisma/outbox/new-event';
import type { Sql } from '@parley/prisma/sql';

/** What became of one send. */
export interface SettleItem {
  tenant_id: number;
  message_id: string;
  conversation_id: number;
  status: 'sent' | 'failed' | 'unknown';
  provider_message_id: string | null;
  error: unknown;
  /** Another address of the recipient, to be known from now on. */
  recipient_alias: string | null;
  /** Kept for the send's Idempotency-Key; null while the outcome is unknown. */
  answer: StoredAnswer | null;
  event: OutboxRow | null;
  happened_at: string;
}

export interface SettleResult {
  /** False when a receipt or the sweeper has settled it before. */
  applied: boolean;
  /** Keys to wake; told once for the whole batch, with its first item. */
  instanceIds: string[];
}

/** Settles many sends in one round trip; results come in the order of the items. */
export async function settleSends(sql: Sql, items: readonly SettleItem[]): Promise<SettleResult[]> {
  const { rows } = await sql.query<{ ord: number; applied: boolean; instance_ids: string[] | null }>({
    name: 'send-settle',
    text: 'SELECT * FROM send_settle($1::jsonb)',
    values: [JSON.stringify(items.map((item, ord) => ({ ...item, ord })))],
  });
  const woken = rows.find(({ ord }) => ord === -1)?.instance_ids ?? [];
  const applied = new Map(rows.map((row) => [row.ord, row.applied]));
  return items.map((_, ord) => ({ applied: applied.get(ord) ?? false, instanceIds: ord === 0 ? woken : [] }));
}

/**
 * The conversation that a recipient's other address already has on this account, so that the reply and the send share
 * one thread (source §4 rule 3); the recipient's first address leads there from now on. Null when there is none.
 */
export async function adoptConversation(
  sql: Sql,
  {
    tenantId,
    channel,
    accountId,
    recipient,
    alias,
  }: { tenantId: number; channel: string; accountId: number; recipient: string; alias: string },
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>({
    name: 'send-adopt-conversation',
    text: `WITH known AS (
             SELECT c.id, c.contact_id FROM contact_addresses d
               JOIN conversations c ON c.contact_id = d.contact_id AND c.channel_account_id = $3
              WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $5
           ), moved AS (
             UPDATE contact_addresses d SET contact_id = known.contact_id FROM known
              WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $4 AND d.contact_id <> known.contact_id
           )
           SELECT id FROM known`,
    values: [tenantId, channel, accountId, recipient, alias],
  });
  return rows[0]?.id ?? null;
}
