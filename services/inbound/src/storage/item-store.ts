import type { Sql } from '@parley/database/sql';

/** A message for {@link storeMessages}. */
export interface MessageRow {
  ord: number;
  tenant_id: number;
  channel: string;
  channel_account_id: number;
  direction: 'in' | 'out';
  origin: 'customer' | 'phone' | 'dashboard';
  status: 'received' | 'sent';
  provider_message_id: string;
  addresses: string[];
  name: string | null;
  username: string | null;
  phone: string | null;
  happened_at: string;
  text: string;
  attachments: unknown[];
  files: unknown[];
  extra: unknown;
  reply_to_provider_id: string | null;
  /** The provider's own id of the conversation (tt). */
  thread_id: string | null;
}

export interface StoredMessageRow {
  ord: number;
  outcome: 'stored' | 'repeated';
  message_id: string | null;
  conversation_id: number | null;
  reply_to: string | null;
  has_pending: boolean;
}

/** One call of a store routine of the database; answers its rows by element. */
export async function callStore<Row>(sql: Sql, routine: string, rows: readonly unknown[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const result = await sql.query<Row>({
    name: routine,
    text: `SELECT * FROM ${routine}($1::jsonb) ORDER BY ord`,
    values: [JSON.stringify(rows)],
  });
  return result.rows;
}

/** Stores messages with contact, conversation and files; a repeated one changes nothing. */
export const storeMessages = (sql: Sql, rows: readonly MessageRow[]): Promise<StoredMessageRow[]> =>
  callStore(sql, 'inbound_store_messages', rows);
