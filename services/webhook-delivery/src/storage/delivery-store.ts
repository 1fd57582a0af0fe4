import type { Sql } from '@parley/prisma/sql';

/** A delivery that is due, with everything that its attempt needs. */
export interface DueDelivery {
  id: string;
  instanceId: string;
  /** Attempts made. */
  attempt: number;
  eventId: string;
  type: string;
  conversationId: number | null;
  createdAt: Date;
  data: string;
  url: string;
  /** Encrypted. */
  secret: string;
  previousSecret: string | null;
}

interface DueRow {
  id: string;
  attempt: number;
  event_id: string;
  type: string;
  conversation_id: number | null;
  created_at: Date;
  data: string;
  webhook_url: string;
  webhook_secret: string;
  previous_secret: string | null;
}

/**
 * The next due deliveries of a lane in order, without those in hand. Empty as well when the lease is no longer ours, or
 * the key was disabled, revoked, or lost its address in the meantime.
 */
export async function readDue(
  sql: Sql,
  lane: { instanceId: string; claimId: string },
  inHand: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql.query<DueRow>({
    name: 'delivery-read-due',
    text: `SELECT d.id, d.attempt, e.id AS event_id, e.type, e.conversation_id, e.created_at, e.data,
                  k.webhook_url, k.webhook_secret, CASE WHEN k.previous_secret_until > now() THEN k.previous_secret END AS previous_secret
             FROM deliveries d
             JOIN events e ON e.seq = d.event_seq
             JOIN api_keys k ON k.instance_id = d.instance_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
             JOIN lanes l ON l.instance_id = d.instance_id AND l.claim_id = $2
            WHERE d.instance_id = $1 AND d.due_at <= now() AND d.id <> ALL ($3::bigint[])
            ORDER BY d.due_at, d.id LIMIT $4`,
    values: [lane.instanceId, lane.claimId, inHand, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    instanceId: lane.instanceId,
    attempt: row.attempt,
    eventId: row.event_id,
    type: row.type,
    conversationId: row.conversation_id,
    createdAt: row.created_at,
    data: row.data,
    url: row.webhook_url,
    secret: row.webhook_secret,
    previousSecret: row.previous_secret,
  }));
}

/** What became of one attempt. */
export interface Completion {
  delivery_id: string;
  instance_id: string;
  claim_id: string;
  outcome: 'delivered' | 'failed' | 'retry';
  /** Attempts made, this one included. */
  attempt: number;
  due_at: string | null;
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response: string | null;
}

/** Stores attempts and their outcome in one statement; a stale claim changes nothing and answers false. */
export async function completeDeliveries(sql: Sql, items: readonly Completion[]): Promise<boolean[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'delivery-complete',
    text: 'SELECT delivery_complete($1::jsonb) AS id',
    values: [JSON.stringify(items)],
  });
  const stored = new Set(rows.map(({ id }) => id));
  return items.map((item) => stored.has(item.delivery_id));
}

/** Deliveries of revoked keys can't be made any more: they end as failed, visibly. Answers how many. */
export async function endRevoked(sql: Sql, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'delivery-end-revoked',
    text: `WITH ended AS (
             DELETE FROM deliveries WHERE id IN (
               SELECT d.id FROM deliveries d JOIN api_keys k ON k.instance_id = d.instance_id
                WHERE k.revoked_at IS NOT NULL LIMIT $1 FOR UPDATE OF d SKIP LOCKED)
             RETURNING *)
           INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at)
           SELECT id, instance_id, event_seq, 'failed', attempt, created_at, now() FROM ended ON CONFLICT DO NOTHING`,
    values: [limit],
  });
  return rowCount;
}

/** Makes the next days' partitions of the attempts and drops those past retention. */
export async function keepPartitions(sql: Sql, now: Date, keepDays: number): Promise<void> {
  await sql.query({
    text: 'SELECT delivery_partitions($1::date, 3, $2)',
    values: [now.toISOString().slice(0, 10), keepDays],
  });
}
