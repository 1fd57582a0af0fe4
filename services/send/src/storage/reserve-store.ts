import type { StoredAnswer } from '@parley/prisma/messaging/outbound-message';
import type { Sql } from '@parley/prisma/sql';

/** One send to reserve. */
export interface ReserveItem {
  tenant_id: number;
  /** Null for a send from the dashboard. */
  instance_id: string | null;
  origin: 'api' | 'dashboard';
  channel: string;
  recipient: string;
  /** `from` of the request. */
  sender: string | null;
  /** The conversation of a dashboard answer. */
  conversation: number | null;
  text: string;
  attachments: unknown[];
  files: unknown[];
  template: unknown;
  price: string;
  happened_at: string;
  settle_by: string;
  idempotency_key: string | null;
  body_hash: string | null;
}

/** A send that is reserved: paid for, written as `sending`, and now to be handed to the provider. */
export interface Reserved {
  outcome: 'reserved';
  message_id: string;
  conversation_id: number;
  peer: string;
  account_id: number;
  external_id: string;
  account_name: string;
  account_number: string | null;
  credentials: string;
}

export type ReserveResult =
  | Reserved
  | { outcome: 'replayed'; answer: StoredAnswer }
  | { outcome: 'window_closed'; templates: string[] | null }
  | {
      outcome:
        | 'in_progress'
        | 'mismatch'
        | 'unknown_conversation'
        | 'invalid_from'
        | 'not_connected'
        | 'insufficient_balance';
    };

/** Reserves many sends in one round trip; results come in the order of the items. */
export async function reserveSends(sql: Sql, items: readonly ReserveItem[]): Promise<ReserveResult[]> {
  const { rows } = await sql.query<ReserveResult & { ord: number }>({
    name: 'send-reserve',
    text: 'SELECT * FROM send_reserve($1::jsonb)',
    values: [JSON.stringify(items.map((item, ord) => ({ ...item, ord })))],
  });
  return rows.sort((a, b) => a.ord - b.ord);
}
