import { dayOf, firstOfDay } from '@parley/common/day-number';
import type { RowOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { shiftToCatchUp } from '../domain/ledger-shift.ts';

/** A reader's position in the ledger: after this event. */
export interface LedgerPosition {
  /** Decimal strings, because they may exceed 2^53. */
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

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** The position of an event of this tenant; null when it does not exist, no longer exists, or is not in the ledger. */
export async function findPosition(
  { prisma }: Prisma,
  tenantId: number,
  eventId: string,
): Promise<LedgerPosition | null> {
  const event = await prisma.event.findFirst({
    where: { id: eventId, tenantId, position: { not: null } },
    select: { position: true, seq: true },
  });
  return event && { position: String(event.position), seq: String(event.seq) };
}

/** The position before the key's first event: the day of the key's creation. */
export async function findStart({ prisma }: Prisma, instanceId: string): Promise<LedgerPosition> {
  const key = await prisma.apiKey.findUnique({ where: { instanceId }, select: { createdAt: true } });
  return { position: '-1', seq: key ? firstOfDay(dayOf(key.createdAt)) : '0' };
}

/** The result of one read of the ledger. */
export interface LedgerPage {
  /** Oldest first, at most the requested number. */
  events: LedgerEvent[];
  /** Id of the last event read, for this key or not; null when none was read. */
  lastId: string | null;
  /** Whether the read ended at its limits before the end of the ledger. */
  hasMore: boolean;
}

const LOOKED_AT = {
  id: 'text',
  type: 'text',
  createdAt: 'timestamptz',
  data: 'text',
  matches: 'bool!',
  number: 'int8!',
} as const;
type LookedAt = RowOf<typeof LOOKED_AT>;

const readNext = defineStatement({
  name: 'ledger.read',
  text: `SELECT id, type, created_at, data, matches, number FROM (
           SELECT looked.*, row_number() OVER whole AS number, lead(seq) OVER whole IS NULL AS is_last FROM (
             SELECT e.position, e.seq, e.id, e.type, e.created_at, e.data,
                    coalesce(e.instance_id = k.instance_id, e.type = ANY (k.events)
                             AND e.channel = ANY (k.channels) AND e.created_at >= k.created_at) AS matches
               FROM api_keys k, ledger_clock c, events e
              WHERE k.instance_id = $2 AND k.tenant_id = $1 AND e.tenant_id = $1
                AND (e.position, e.seq) > ($3::bigint, $4::bigint) AND e.seq >= ((($4::bigint >> 40) - 1) << 40)
                AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
              ORDER BY e.position, e.seq LIMIT $6) looked
           WINDOW whole AS (ORDER BY position, seq)) numbered
          WHERE matches OR is_last ORDER BY position, seq LIMIT $5`,
  params: { tenantId: 'int4', instanceId: 'text', position: 'int8', seq: 'int8', limit: 'int8', lookAtMost: 'int8' },
  row: LOOKED_AT,
});

/**
 * The next events of a key. Positions are transaction numbers, and reading stops before the oldest running
 * transaction, so that one which commits late comes after everything read so far. Days before the position's own are
 * excluded; one day is added for a transaction that ran past midnight. Reads at most `lookAtMost` events of the
 * tenant, for this key or not; of the others only the last one is returned, as the position to continue from.
 */
export async function readLedger(
  sql: Sql,
  key: { tenantId: number; instanceId: string },
  after: LedgerPosition,
  { limit, lookAtMost }: { limit: number; lookAtMost: number },
): Promise<LedgerPage> {
  const bounds = { limit: String(limit + 1), lookAtMost: String(lookAtMost) };
  const { tenantId, instanceId } = key;
  const { position, seq } = after;
  return toPage(await readNext.all(sql, { tenantId, instanceId, position, seq, ...bounds }), limit, lookAtMost);
}

function toPage(rows: readonly LookedAt[], limit: number, lookAtMost: number): LedgerPage {
  const found = rows.filter(({ matches }) => matches);
  const events = found.slice(0, limit).map(({ id, type, createdAt, data }) => ({ id, type, createdAt, data }));
  // Another event of the key follows.
  if (found.length > limit) return { events, lastId: events.at(-1)?.id ?? null, hasMore: true };
  // Otherwise every row was read, unless the page was full just before the last one.
  const last = rows.at(-1);
  return { events, lastId: last?.id ?? null, hasMore: Number(last?.number ?? 0) === lookAtMost };
}

const findClock = defineStatement({
  name: 'ledger.find-clock',
  text: `SELECT c.shift, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_transaction,
                (SELECT max(newest.position) FROM (SELECT position FROM events WHERE position IS NOT NULL ORDER BY seq DESC LIMIT 1000) newest) AS last_position
           FROM ledger_clock c`,
  row: { shift: 'int8', nextTransaction: 'int8!', lastPosition: 'int8?' },
});

/** Stores the shift after a restore into another server, whose transaction ids are lower. */
export async function catchUpLedger(database: Pick<PrismaDatabase, 'query' | 'prisma'>): Promise<void> {
  const clock = await findClock.first(database, {});
  const shift = clock && shiftToCatchUp(clock);
  // Only if the value is still the one read: another worker may have stored the shift.
  if (clock && shift !== null)
    await database.prisma.ledgerClock.updateMany({
      where: { shift: BigInt(clock.shift) },
      data: { shift: BigInt(shift) },
    });
}
