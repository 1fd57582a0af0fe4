import type { Sql } from '@parley/prisma/sql';
import type { Completion, DueDelivery } from '../domain/delivery.ts';

interface DueRow {
  id: string;
  attempt: number;
  event_id: string;
  type: string;
  conversation_id: number | null;
  created_ms: number;
  data: string;
  /** These three stand in one row of an answer alone. */
  webhook_url: string | null;
  webhook_secret: string | null;
  previous_secret: string | null;
  ordered: boolean;
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
    text: 'SELECT * FROM delivery_read_due($1, $2, $3, $4)',
    values: [lane.instanceId, lane.claimId, inHand, limit],
  });
  const receiver = rows.find((row) => row.webhook_url !== null);
  const url = receiver?.webhook_url ?? '';
  const secret = receiver?.webhook_secret ?? '';
  const previousSecret = receiver?.previous_secret ?? null;
  return rows.map((row) => ({
    id: row.id,
    instanceId: lane.instanceId,
    attempt: row.attempt,
    eventId: row.event_id,
    type: row.type,
    conversationId: row.conversation_id,
    createdMs: row.created_ms,
    data: row.data,
    url,
    secret,
    previousSecret,
    ordered: row.ordered,
  }));
}

/** Stores attempts and their outcome in one statement. False for those whose lane somebody else has: nothing changed. */
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

/**
 * Lets go of what is past retention and not in a partition that is dropped whole, a bounded number of rows a call: what
 * came while there was no partition, and of the days that a waiting delivery of a paused webhook keeps, the rest.
 */
export async function dropOld(sql: Sql, keepDays: number, limit: number): Promise<void> {
  await sql.query({
    text: `DELETE FROM delivery_log WHERE id IN (
             SELECT id FROM delivery_log_default WHERE ended_at < now() - $1 * interval '1 day' LIMIT $2)`,
    values: [keepDays, limit],
  });
  await sql.query({
    text: `DELETE FROM delivery_attempts_default WHERE at < now() - $1 * interval '1 day'`,
    values: [keepDays],
  });
  await sql.query({
    text: `DELETE FROM events WHERE seq IN (
             SELECT e.seq FROM events e
              WHERE e.seq < first_of_day((now() AT TIME ZONE 'UTC')::date - $1::int) AND e.created_at < now() - $1 * interval '1 day'
                AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq = e.seq) LIMIT $2)`,
    values: [keepDays, limit],
  });
}

/** Makes the next days' partitions of events, ended deliveries and attempts, and drops those past retention. */
export async function keepPartitions(sql: Sql, now: Date, keepDays: number): Promise<void> {
  await sql.query({
    text: 'SELECT keep_daily_partitions($1::date, 3, $2)',
    values: [now.toISOString().slice(0, 10), keepDays],
  });
}
