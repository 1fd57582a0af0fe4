import type { Sql } from '@parley/prisma/sql';

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

export interface ReceiptRow {
  ord: number;
  channel_account_id: number;
  provider_message_id: string;
  callback_id: string | null;
  status: string;
  happened_at: string;
  error: unknown;
  /** Whether it gives way to a step before it that may be under way. */
  may_wait: boolean;
}

export interface StoredReceiptRow {
  ord: number;
  outcome: 'moved' | 'repeated' | 'unconfirmed' | 'absent' | 'early';
  message_id: string | null;
  conversation_id: number | null;
  peer: string | null;
  provider_message_id: string | null;
}

export interface ReactionRow {
  ord: number;
  channel_account_id: number;
  provider_message_id: string;
  sender: string;
  emoji: string | null;
  action: 'added' | 'removed';
  /** Whether a person has at most one reaction on a message (wa, fb, ig). */
  single: boolean;
  happened_at: string;
}

export interface StoredReactionRow {
  ord: number;
  outcome: 'changed' | 'repeated' | 'absent';
  message_id: string | null;
  conversation_id: number | null;
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

/** Moves sent messages forward by receipts. */
export const storeReceipts = (sql: Sql, rows: readonly ReceiptRow[]): Promise<StoredReceiptRow[]> =>
  callStore(sql, 'inbound_store_receipts', rows);

/** Adds and takes back reactions. */
export const storeReactions = (sql: Sql, rows: readonly ReactionRow[]): Promise<StoredReactionRow[]> =>
  callStore(sql, 'inbound_store_reactions', rows);
