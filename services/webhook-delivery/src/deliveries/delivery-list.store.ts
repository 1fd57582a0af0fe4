import { dayOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { oneOf, orNull } from '@parley/database/statements/column';
import { LAST_ID } from '@parley/database/statements/list-cursor';
import { defineStatement } from '@parley/database/statements/statement';
import { asDate, ENDED, LAST_ATTEMPT, WAITING } from './delivery.store.ts';
import { DELIVERY_STATUSES, type ShownDelivery } from './delivery-view.rules.ts';

export interface DeliveryFilter {
  instanceId?: string | undefined;
  event?: string | undefined;
  status?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** The deliveries of a page that match the filter; the list continues below `lookedDownTo`, null at its end. */
export interface LookedAt {
  found: ShownDelivery[];
  lookedDownTo: string | null;
}

/**
 * How many deliveries a page reads: with few keys along the index of each, otherwise of all deliveries, newest first.
 */
const FEW_KEYS = 50;
const MAX_OF_FEW = 1000;
const MAX_TOTAL = 4000;

const NEWEST = 'd.id < $6 AND d.id >= $7 ORDER BY d.id DESC LIMIT $8';

/** The displayed columns; each delivery looks up its key, event and lane by index. */
const SHOWN = `
newest AS MATERIALIZED (SELECT * FROM (TABLE waiting UNION ALL TABLE ended) v ORDER BY id DESC LIMIT $8),
shown AS (
  SELECT d.id, e.id AS event_id, e.type AS event, d.instance_id, k.label, e.channel, s.status, d.attempt_count,
         coalesce(d.status_code, a.status_code) AS status_code, coalesce(d.latency_ms, a.latency_ms) AS latency_ms,
         d.due_at AS next_attempt_at, d.created_at
    FROM newest d
    JOIN LATERAL (SELECT coalesce(d.status, CASE WHEN (
                    SELECT l.paused_at FROM lanes l WHERE l.instance_id = d.instance_id LIMIT 1) IS NOT NULL
                    THEN 'paused' ELSE 'pending' END) AS status) s ON $3::text IS NULL OR s.status = $3
    JOIN LATERAL (SELECT k.label FROM webhook_targets k WHERE k.instance_id = d.instance_id AND k.scope = $1 LIMIT 1) k ON true
    JOIN LATERAL (SELECT v.id, v.type, v.channel FROM events v WHERE v.seq = d.event_seq LIMIT 1) e ON $2::text IS NULL OR e.type = $2
    ${LAST_ATTEMPT}
   WHERE ($4::timestamptz IS NULL OR d.created_at >= $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)
   ORDER BY d.id DESC LIMIT $9)
SELECT l.looked_down_to, shown.id, event_id, event, instance_id, label, channel, status, attempt_count, status_code, latency_ms,
       next_attempt_at, created_at
  FROM (SELECT CASE WHEN count(*) = $8 THEN min(id) END AS looked_down_to FROM newest) l LEFT JOIN shown ON true
 ORDER BY shown.id DESC`;

const PARAMS = {
  scope: 'int4',
  event: 'text?',
  status: 'text?',
  since: 'timestamptz?',
  until: 'timestamptz?',
  before: 'int8',
  from: 'int8',
  most: 'int8',
  limit: 'int8',
} as const;
const ROW = {
  lookedDownTo: 'int8?',
  id: 'int8?',
  eventId: 'text?',
  event: 'text?',
  instanceId: 'text?',
  label: 'text?',
  channel: 'text?',
  status: orNull(oneOf(...DELIVERY_STATUSES)),
  attemptCount: 'int4?',
  statusCode: 'int4?',
  latencyMs: 'int4?',
  nextAttemptAt: 'timestamptz?',
  createdAt: 'timestamptz?',
} as const;

/** Uses the index of each key. */
const findOfKeys = defineStatement({
  name: 'delivery.list-of-keys',
  plan: 'index',
  text: `WITH waiting AS (
  SELECT d.* FROM unnest($10::text[]) k, LATERAL (SELECT ${WAITING} FROM deliveries d WHERE d.instance_id = k AND ${NEWEST}) d),
ended AS (
  SELECT d.* FROM unnest($10::text[]) k, LATERAL (SELECT ${ENDED} FROM delivery_log d WHERE d.instance_id = k AND ${NEWEST}) d),${SHOWN}`,
  params: { ...PARAMS, keys: 'text[]' },
  row: ROW,
});

/**
 * Reads all deliveries from the newest on, including those of other scopes: a scope with many keys has most of them.
 */
const findOfAll = defineStatement({
  name: 'delivery.list-of-all',
  plan: 'index',
  text: `WITH waiting AS (SELECT ${WAITING} FROM deliveries d WHERE ${NEWEST}),
ended AS (SELECT ${ENDED} FROM delivery_log d WHERE ${NEWEST}),${SHOWN}`,
  params: PARAMS,
  row: ROW,
});

const keysOf = defineStatement({
  name: 'delivery.keys-of-scope',
  text: 'SELECT instance_id FROM webhook_targets WHERE scope = $1 LIMIT $2',
  params: { scope: 'int4', limit: 'int8' },
  row: { instanceId: 'text!' },
});

/** The deliveries of a scope's keys and platform webhooks (a tenant, or 0: the deployment), newest first. */
export async function findDeliveries(sql: Sql, scope: number, filter: DeliveryFilter): Promise<LookedAt> {
  const { instanceId, limit } = filter;
  const keys = instanceId
    ? [instanceId]
    : (await keysOf.all(sql, { scope, limit: String(FEW_KEYS + 1) })).map((key) => key.instanceId);
  const isFew = keys.length <= FEW_KEYS;
  const [since, until] = [asDate(filter.since), asDate(filter.until)];
  // Numbers contain the UTC day on which a delivery was created; a transaction may end on the day after it began.
  const bounds = [BigInt(filter.before ?? LAST_ID), ...(until ? [BigInt(firstOfDay(dayOf(until) + 2))] : [])];
  const given = {
    scope,
    event: filter.event ?? null,
    status: filter.status ?? null,
    since,
    until,
    before: String(bounds.reduce((least, bound) => (bound < least ? bound : least))),
    from: since ? firstOfDay(dayOf(since)) : '0',
    most: String(isFew ? MAX_OF_FEW : MAX_TOTAL),
    limit: String(limit),
  };
  const rows = await (isFew ? findOfKeys.all(sql, { ...given, keys }) : findOfAll.all(sql, given));
  return {
    found: rows.flatMap(({ lookedDownTo: _, ...row }) => (isFound(row) ? [row] : [])),
    lookedDownTo: rows[0]?.lookedDownTo ?? null,
  };
}

type MaybeFound = { [Column in keyof ShownDelivery]: ShownDelivery[Column] | null };

/** A row without a delivery only marks the end of the page. */
const isFound = (row: MaybeFound): row is ShownDelivery => row.id !== null;
