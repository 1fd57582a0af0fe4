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
  /** Kept for the send's Idempotency-Key; null without a key, and while the outcome is unknown. */
  answer: StoredAnswer | null;
  /** The provider was never reached: the Idempotency-Key is free again. */
  release: boolean;
  event: OutboxRow | null;
  happened_at: string;
  /** The provider's ids of what followed the first part. */
  further_ids: readonly string[] | null;
}

export interface SettledBatch {
  /** By item; false when a receipt or the sweeper had settled it before. */
  applied: boolean[];
  /** Keys to wake after the commit. */
  instanceIds: string[];
}

/** Settles many sends, with their events and deliveries, in one round trip. */
export async function settleSends(sql: Sql, items: readonly SettleItem[]): Promise<SettledBatch> {
  const { rows } = await sql.query<{ ord: number; instance_ids: string[] | null }>({
    name: 'send-settle',
    text: 'SELECT * FROM send_settle($1::jsonb)',
    values: [JSON.stringify(items.map((item, ord) => ({ ...item, ord })))],
  });
  const settled = new Set(rows.map(({ ord }) => ord));
  return {
    applied: items.map((_, ord) => settled.has(ord)),
    instanceIds: rows.find(({ ord }) => ord === -1)?.instance_ids ?? [],
  };
}

/** Another address of a recipient, as the provider has just told it. */
export interface AliasToAdopt {
  tenantId: number;
  channel: string;
  accountId: number;
  recipient: string;
  alias: string;
}

/**
 * Makes both addresses one contact; answers its conversation on this account, which the reply will carry
 * (source §4 rule 3).
 */
export async function adoptAlias(
  sql: Sql,
  { tenantId, channel, accountId, recipient, alias }: AliasToAdopt,
): Promise<number | null> {
  const { rows } = await sql.query<{ conversation_id: number | null }>({
    name: 'send-adopt-alias',
    text: 'SELECT send_adopt_alias($1, $2, $3, $4, $5) AS conversation_id',
    values: [tenantId, channel, accountId, recipient, alias],
  });
  return rows[0]?.conversation_id ?? null;
}
