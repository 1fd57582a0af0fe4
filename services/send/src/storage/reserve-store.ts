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
  /** Names this reservation, so that it can be found when its answer was lost. */
  reservation: string;
  /** The comment that it answers in private. */
  comment_id: string | null;
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
        /** The person never wrote on tt, so there is no thread to send into. */
        | 'no_thread'
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

/** What an Idempotency-Key already stands for. */
export type KeptAnswer =
  | { outcome: 'replayed'; answer: StoredAnswer }
  | { outcome: 'in_progress' }
  | { outcome: 'mismatch' };

/** The first answer under an Idempotency-Key of the last 24 h, or null when the key is free (contract §3). */
export async function findKeptAnswer(
  sql: Sql,
  { instanceId, key, bodyHash, now }: { instanceId: string; key: string; bodyHash: string; now: Date },
): Promise<KeptAnswer | null> {
  const { rows } = await sql.query<{ same: boolean; answer: StoredAnswer | null }>({
    name: 'send-find-kept-answer',
    text: `SELECT body_hash = decode($3, 'hex') AS same, answer FROM idempotency_keys
            WHERE instance_id = $1 AND action = 'send' AND key = $2
              AND created_at >= $4::timestamptz - interval '24 hours'`,
    values: [instanceId, key, bodyHash, now],
  });
  const [known] = rows;
  if (!known) return null;
  if (!known.same) return { outcome: 'mismatch' };
  return known.answer === null ? { outcome: 'in_progress' } : { outcome: 'replayed', answer: known.answer };
}

/** A reservation that was committed although its answer never came. */
export interface LostReservation {
  message_id: string;
  conversation_id: number;
}

/** The message of a reservation that is still `sending`, or null. */
export async function findLostReservation(
  sql: Sql,
  { tenant_id: tenantId, settle_by: settleBy, reservation }: ReserveItem,
): Promise<LostReservation | null> {
  const { rows } = await sql.query<LostReservation>({
    name: 'send-find-lost-reservation',
    text: `SELECT id AS message_id, conversation_id FROM messages
            WHERE tenant_id = $1 AND status IN ('sending', 'unknown') AND settle_by = $2 AND extra ->> 'reservation' = $3`,
    values: [tenantId, settleBy, reservation],
  });
  return rows[0] ?? null;
}
