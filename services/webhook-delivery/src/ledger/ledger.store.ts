import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { isSubscribed } from '@parley/messaging/outbox/append-events';
import {
  boundSeq,
  FREQUENT_TYPES,
  type LedgerClock,
  type LedgerFilter,
  type LedgerKey,
  type LedgerOrder,
  type LedgerPage,
  type LedgerPosition,
  type LedgerScope,
  scopeOf,
  toLedgerPage,
} from './ledger.rules.ts';

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

/** SQL: the end of the ledger, before the oldest running transaction. An index condition, because it is one value. */
const END = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (SELECT shift FROM ledger_clock)';

/** SQL: the events beyond the position `$3`, `$4`. */
const BEYOND: Record<LedgerOrder, string> = {
  oldest: `(e.position, e.seq) > ($3::bigint, $4::bigint) AND e.position < ${END}`,
  // One bound: with two, PostgreSQL may begin at the end of the ledger and pass everything up to the position.
  newest: `(e.position, e.seq) < (least($3::bigint, ${END}), CASE WHEN $3::bigint < ${END} THEN $4::bigint ELSE 0 END)`,
};

const WITHIN: Record<LedgerScope, string> = {
  tenant: '',
  conversation: 'AND e.conversation_id = $10',
  seldom: `AND e.type = $8 AND e.type NOT IN (${FREQUENT_TYPES.map((type) => `'${type}'`).join(', ')})`,
};

function defineRead(order: LedgerOrder, scope: LedgerScope) {
  const direction = order === 'newest' ? ' DESC' : '';
  const sequence = `position${direction}, seq${direction}`;
  return defineStatement({
    name: `ledger.read-${order}-of-${scope}`,
    text: `SELECT id, type, created_at, data, matches, number FROM (
             SELECT looked.*, row_number() OVER whole AS number, lead(seq) OVER whole IS NULL AS is_last FROM (
               SELECT e.position, e.seq, e.id, e.type, e.created_at, e.data,
                      coalesce(e.instance_id = k.instance_id, ${isSubscribed('e', 'k')} AND e.created_at >= k.created_at)
                      AND e.created_at >= $7 AND coalesce(e.type = $8, true) AND coalesce(e.channel = $9, true)
                      AND coalesce(e.conversation_id = $10, $10 IS NULL) AS matches
                 FROM api_keys k, events e
                WHERE k.instance_id = $2 AND k.tenant_id = $1 AND e.tenant_id = $1 AND ${BEYOND[order]}
                  AND e.seq >= $11 AND e.seq < $12 ${WITHIN[scope]}
                ORDER BY e.position${direction}, e.seq${direction} LIMIT $6) looked
             WINDOW whole AS (ORDER BY ${sequence})) numbered
            WHERE matches OR is_last ORDER BY ${sequence} LIMIT $5`,
    params: {
      tenantId: 'int4',
      instanceId: 'text',
      position: 'int8',
      seq: 'int8',
      limit: 'int8',
      lookAtMost: 'int8',
      since: 'timestamptz',
      type: 'text?',
      channel: 'text?',
      conversationId: 'int4?',
      fromSeq: 'int8',
      beforeSeq: 'int8',
    },
    row: { id: 'text', type: 'text', createdAt: 'timestamptz', data: 'text', matches: 'bool!', number: 'int8!' },
  });
}

const READS = {
  oldest: {
    tenant: defineRead('oldest', 'tenant'),
    conversation: defineRead('oldest', 'conversation'),
    seldom: defineRead('oldest', 'seldom'),
  },
  newest: {
    tenant: defineRead('newest', 'tenant'),
    conversation: defineRead('newest', 'conversation'),
    seldom: defineRead('newest', 'seldom'),
  },
};

export interface LedgerRead {
  order: LedgerOrder;
  /** The read continues after this position. */
  from: LedgerPosition;
  /** The position before the first event of the key since the time, from {@link findStart}. */
  start: LedgerPosition;
  since: Date;
  filter: LedgerFilter;
  limit: number;
  lookAtMost: number;
}

/**
 * Events of a key that were created since a time, in an order. Positions are transaction numbers, and reading stops
 * before the oldest running transaction, so that one which commits late comes after everything read so far. Reads at
 * most `lookAtMost` events of the filter's scope, for this key or not; of the others only the last one is returned, as
 * the position to continue from.
 */
export async function readLedger(
  sql: Sql,
  { tenantId, instanceId }: LedgerKey,
  { order, from, start, since, filter, limit, lookAtMost }: LedgerRead,
): Promise<LedgerPage> {
  const rows = await READS[order][scopeOf(filter)].all(sql, {
    ...{ tenantId, instanceId, since, ...from, ...filter, ...boundSeq(order, from, start) },
    limit: String(limit + 1),
    lookAtMost: String(lookAtMost),
  });
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

const findEnd = defineStatement({
  name: 'ledger.find-end',
  text: `SELECT e.id FROM ledger_clock c, events e
          WHERE e.tenant_id = $1 AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
          ORDER BY e.position DESC, e.seq DESC LIMIT 1`,
  params: { tenantId: 'int4' },
  row: { id: 'text' },
});

/** The newest event of a tenant that no reader can miss; null when there is none. */
export const findLedgerEnd = async (sql: Sql, tenantId: number): Promise<string | null> =>
  (await findEnd.first(sql, { tenantId }))?.id ?? null;

const readTenant = defineStatement({
  name: 'ledger.read-tenant',
  text: `SELECT e.id, e.type, e.channel, e.conversation_id, e.created_at FROM ledger_clock c, events e
          WHERE e.tenant_id = $1 AND (e.position, e.seq) > ($2::bigint, $3::bigint) AND e.seq >= ((($3::bigint >> 40) - 1) << 40)
            AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
          ORDER BY e.position, e.seq LIMIT $4`,
  params: { tenantId: 'int4', position: 'int8', seq: 'int8', limit: 'int8' },
  row: { id: 'text', type: 'text', channel: 'text', conversationId: 'int4?', createdAt: 'timestamptz' },
});

/** The tenant's next events, in the order of {@link readLedger}, without their content. */
export const readTenantLedger = (sql: Sql, tenantId: number, { position, seq }: LedgerPosition, limit: number) =>
  readTenant.all(sql, { tenantId, position, seq, limit: String(limit) });

export type TenantEvent = Awaited<ReturnType<typeof readTenantLedger>>[number];
