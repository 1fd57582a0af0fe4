import { DeliveryStatus } from '@parley/common/contracts/operator/deliveries';
import type { Sql } from '@parley/prisma/sql';
import type { z } from 'zod';

/** A delivery as an operator sees it. */
export interface DeliveryRecord {
  id: string;
  event_id: string;
  event: string;
  instance_id: string;
  status: z.infer<typeof DeliveryStatus>;
  next_attempt_at: string | null;
  created_at: string;
}

export interface DeliveryFilter {
  id?: string | undefined;
  instance_id?: string | undefined;
  event?: string | undefined;
  status?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** What both branches of the view have in common; each stops at the limit by itself. */
const PAGE = `
       AND ($2::bigint IS NULL OR d.id = $2) AND ($3::text IS NULL OR d.instance_id = $3) AND ($4::text IS NULL OR e.type = $4)
       AND ($6::timestamptz IS NULL OR d.created_at >= $6) AND ($7::timestamptz IS NULL OR d.created_at < $7)
       AND ($8::bigint IS NULL OR d.id < $8)
     ORDER BY d.id DESC LIMIT $9`;

/** Waiting and ended deliveries of a tenant's keys in one view. */
const VIEW = `
  (SELECT d.id, e.id AS event_id, e.type AS event, d.instance_id,
          CASE WHEN l.paused_at IS NULL THEN 'pending' ELSE 'paused' END AS status, d.due_at AS next_attempt_at, d.created_at
     FROM deliveries d JOIN api_keys k ON k.instance_id = d.instance_id AND k.tenant_id = $1
     JOIN events e ON e.seq = d.event_seq LEFT JOIN lanes l ON l.instance_id = d.instance_id
    WHERE ($5::text IS NULL OR $5 = CASE WHEN l.paused_at IS NULL THEN 'pending' ELSE 'paused' END) ${PAGE})
  UNION ALL
  (SELECT d.id, e.id, e.type, d.instance_id, d.status, NULL, d.created_at
     FROM delivery_log d JOIN api_keys k ON k.instance_id = d.instance_id AND k.tenant_id = $1
     JOIN events e ON e.seq = d.event_seq
    WHERE ($5::text IS NULL OR d.status = $5) ${PAGE})`;

/** Newest first. */
export async function findDeliveries(sql: Sql, tenantId: number, filter: DeliveryFilter): Promise<DeliveryRecord[]> {
  const { rows } = await sql.query<
    Omit<DeliveryRecord, 'next_attempt_at' | 'created_at'> & { next_attempt_at: Date | null; created_at: Date }
  >({
    text: `SELECT * FROM (${VIEW}) v ORDER BY v.id DESC LIMIT $9`,
    values: [
      tenantId,
      filter.id ?? null,
      filter.instance_id ?? null,
      filter.event ?? null,
      filter.status ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  });
  return rows.map((row) => ({
    ...row,
    status: DeliveryStatus.parse(row.status),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }));
}

export interface AttemptRecord {
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response: string | null;
}

/** The attempts of a delivery, oldest first. */
export async function findAttempts(sql: Sql, deliveryId: string, instanceId: string): Promise<AttemptRecord[]> {
  const { rows } = await sql.query<Omit<AttemptRecord, 'at'> & { at: Date }>({
    text: `SELECT at, status_code, latency_ms, error, response FROM attempts
            WHERE delivery_id = $1 AND instance_id = $2 ORDER BY at`,
    values: [deliveryId, instanceId],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Puts ended deliveries back in their lanes, due now; answers their keys, one per delivery. Their attempts stay on record. */
export async function replayEnded(
  sql: Sql,
  tenantId: number,
  filter: {
    id?: string | undefined;
    instance_id?: string | undefined;
    since?: string | undefined;
    until?: string | undefined;
    status: string;
  },
): Promise<string[]> {
  const { rows } = await sql.query<{ instance_id: string }>({
    text: `WITH ended AS (
             DELETE FROM delivery_log g USING api_keys k
              WHERE k.instance_id = g.instance_id AND k.tenant_id = $1 AND k.revoked_at IS NULL
                AND ($2::bigint IS NULL OR g.id = $2) AND ($3::text IS NULL OR g.instance_id = $3)
                AND ($4::timestamptz IS NULL OR g.created_at >= $4) AND ($5::timestamptz IS NULL OR g.created_at < $5)
                AND ($6 = 'any' OR g.status = $6 OR $2::bigint IS NOT NULL)
                AND EXISTS (SELECT 1 FROM events e WHERE e.seq = g.event_seq)
             RETURNING g.*, k.ordered),
                told AS (
                  INSERT INTO delivery_attempts (delivery_id, instance_id, at, status_code, latency_ms, error, response)
                  SELECT id, instance_id, ended_at, status_code, latency_ms, error, response FROM ended WHERE latency_ms IS NOT NULL)
           INSERT INTO deliveries (id, instance_id, event_seq, created_at, order_key)
           SELECT ended.id, ended.instance_id, ended.event_seq, ended.created_at, CASE WHEN ended.ordered THEN e.conversation_id END
             FROM ended JOIN events e ON e.seq = ended.event_seq ORDER BY ended.id RETURNING instance_id`,
    values: [
      tenantId,
      filter.id ?? null,
      filter.instance_id ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.status,
    ],
  });
  return rows.map((row) => row.instance_id);
}

/** The tenant with this slug, or null. */
export async function findTenant(sql: Sql, slug: string): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>({ text: 'SELECT id FROM tenants WHERE slug = $1', values: [slug] });
  return rows[0]?.id ?? null;
}

/** Writes an event for one key alone, whatever it subscribed to. Null when the tenant has no such key. */
export async function writeTestEvent(
  sql: Sql,
  given: { tenantId: number; instanceId: string; eventId: string; type: string; data: string; at: Date },
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>({
    text: `WITH receiver AS (SELECT instance_id FROM api_keys WHERE tenant_id = $1 AND instance_id = $2 AND revoked_at IS NULL),
                written AS (
                  INSERT INTO events (id, tenant_id, instance_id, type, channel, data, created_at, position)
                  SELECT $3, $1, instance_id, $4, 'test', $5, $6, pg_current_xact_id()::text::bigint + (SELECT shift FROM ledger_clock)
                    FROM receiver RETURNING seq)
           INSERT INTO deliveries (instance_id, event_seq) SELECT receiver.instance_id, written.seq FROM receiver, written RETURNING id`,
    values: [given.tenantId, given.instanceId, given.eventId, given.type, given.data, given.at],
  });
  return rows[0]?.id ?? null;
}
