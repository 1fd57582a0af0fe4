import { dayOf, firstOfDay } from '@parley/common/day-number';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { isSubscribed } from '@parley/messaging/outbox/append-events';
import { type LedgerKey, type LedgerPage, type LedgerPosition, toLedgerPage } from '../domain/ledger-page.ts';
import type { LedgerClock } from '../domain/ledger-shift.ts';

type Prisma = PrismaDatabase['prisma'];

/** The position of an event of this tenant; null when it does not exist, no longer exists, or is not in the ledger. */
export async function findPosition(
  prisma: Pick<Prisma, 'event'>,
  tenantId: number,
  eventId: string,
): Promise<LedgerPosition | null> {
  const event = await prisma.event.findFirst({
    where: { id: eventId, tenantId, position: { not: null } },
    select: { position: true, seq: true },
  });
  return event && { position: String(event.position), seq: String(event.seq) };
}

/** The position before the key's first event since a time: the day of that time, or of the key's creation if that is later. */
export async function findStart(
  prisma: Pick<Prisma, 'apiKey'>,
  instanceId: string,
  since: Date,
): Promise<LedgerPosition> {
  const key = await prisma.apiKey.findUnique({ where: { instanceId }, select: { createdAt: true } });
  return { position: '-1', seq: firstOfDay(dayOf(key && key.createdAt > since ? key.createdAt : since)) };
}

const readNext = defineStatement({
  name: 'ledger.read',
  text: `SELECT id, type, created_at, data, matches, number FROM (
           SELECT looked.*, row_number() OVER whole AS number, lead(seq) OVER whole IS NULL AS is_last FROM (
             SELECT e.position, e.seq, e.id, e.type, e.created_at, e.data,
                    coalesce(e.instance_id = k.instance_id, ${isSubscribed('e', 'k')}
                             AND e.created_at >= k.created_at) AND e.created_at >= $7 AS matches
               FROM api_keys k, ledger_clock c, events e
              WHERE k.instance_id = $2 AND k.tenant_id = $1 AND e.tenant_id = $1
                AND (e.position, e.seq) > ($3::bigint, $4::bigint) AND e.seq >= ((($4::bigint >> 40) - 1) << 40)
                AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
              ORDER BY e.position, e.seq LIMIT $6) looked
           WINDOW whole AS (ORDER BY position, seq)) numbered
          WHERE matches OR is_last ORDER BY position, seq LIMIT $5`,
  params: {
    tenantId: 'int4',
    instanceId: 'text',
    position: 'int8',
    seq: 'int8',
    limit: 'int8',
    lookAtMost: 'int8',
    since: 'timestamptz',
  },
  row: { id: 'text', type: 'text', createdAt: 'timestamptz', data: 'text', matches: 'bool!', number: 'int8!' },
});

/**
 * The next events of a key that were created since a time. Positions are transaction numbers, and reading stops before the oldest running
 * transaction, so that one which commits late comes after everything read so far. Days before the position's own are
 * excluded; one day is added for a transaction that ran past midnight. Reads at most `lookAtMost` events of the
 * tenant, for this key or not; of the others only the last one is returned, as the position to continue from.
 */
export async function readLedger(
  sql: Sql,
  { tenantId, instanceId }: LedgerKey,
  { position, seq }: LedgerPosition,
  { limit, lookAtMost, since }: { limit: number; lookAtMost: number; since: Date },
): Promise<LedgerPage> {
  const bounds = { limit: String(limit + 1), lookAtMost: String(lookAtMost), since };
  const rows = await readNext.all(sql, { tenantId, instanceId, position, seq, ...bounds });
  return toLedgerPage(rows, { limit, lookAtMost });
}

const findClock = defineStatement({
  name: 'ledger.find-clock',
  text: `SELECT c.shift, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_transaction,
                (SELECT max(newest.position) FROM (SELECT position FROM events WHERE position IS NOT NULL ORDER BY seq DESC LIMIT 1000) newest) AS last_position
           FROM ledger_clock c`,
  row: { shift: 'int8', nextTransaction: 'int8!', lastPosition: 'int8?' },
});

export const findLedgerClock = (sql: Sql): Promise<LedgerClock | null> => findClock.first(sql, {});

/** Changes the shift if it is still the one read: another worker may have stored it. */
export async function shiftLedger(
  prisma: Pick<Prisma, 'ledgerClock'>,
  { shift }: LedgerClock,
  next: string,
): Promise<void> {
  await prisma.ledgerClock.updateMany({ where: { shift: BigInt(shift) }, data: { shift: BigInt(next) } });
}
