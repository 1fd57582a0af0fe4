import type { Sql } from '@parley/prisma/sql';

/** Where a reader of the ledger stands: after this event. */
export interface LedgerPosition {
  /** Texts, because they may be beyond 2^53. */
  position: string;
  seq: string;
}

export interface LedgerEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** JSON text. */
  data: string;
}

/** The position of an event of this tenant; null when there is none, or no longer. */
export async function findPosition(sql: Sql, tenantId: number, eventId: string): Promise<LedgerPosition | null> {
  const { rows } = await sql.query<LedgerPosition>({
    name: 'ledger-find-position',
    text: 'SELECT position::text, seq::text FROM events WHERE id = $1 AND tenant_id = $2 LIMIT 1',
    values: [eventId, tenantId],
  });
  return rows[0] ?? null;
}

/**
 * The next events of a key. Positions are transaction numbers and reading stops before the oldest transaction under way,
 * so that one which commits late is after everything read so far. Days before the position's own are left out; one day is
 * left for a transaction that ran past midnight.
 */
export async function readLedger(
  sql: Sql,
  key: { tenantId: number; instanceId: string },
  after: LedgerPosition | null,
  limit: number,
): Promise<LedgerEvent[]> {
  const { rows } = await sql.query<{ id: string; type: string; created_at: Date; data: string }>({
    name: 'ledger-read',
    text: `SELECT e.id, e.type, e.created_at, e.data
             FROM api_keys k, ledger_clock c, events e
            WHERE k.instance_id = $2 AND k.tenant_id = $1 AND e.tenant_id = $1
              AND (e.position, e.seq) > ($3::bigint, $4::bigint) AND e.seq >= ((($4::bigint >> 40) - 1) << 40)
              AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
              AND (e.instance_id = k.instance_id OR (e.instance_id IS NULL AND e.type = ANY (k.events)
                   AND e.channel = ANY (k.channels) AND e.created_at >= k.created_at))
            ORDER BY e.position, e.seq LIMIT $5`,
    values: [key.tenantId, key.instanceId, after?.position ?? '-1', after?.seq ?? '0', limit],
  });
  return rows.map((row) => ({ id: row.id, type: row.type, createdAt: row.created_at, data: row.data }));
}

/** After a restore into another server, whose transaction numbers are lower, carries the positions on. */
export async function catchUpLedger(sql: Sql): Promise<void> {
  await sql.query({ text: 'SELECT ledger_catch_up()' });
}
