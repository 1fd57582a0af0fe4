import { at } from '@parley/common/at';
import { firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { DueDelivery } from '../attempts/delivery.rules.ts';
import type { HeldLane } from './lane.store.ts';
import type { OrderedTurn } from './lane-backlog.rules.ts';

/** A due delivery with the facts that decide whether it may be sent. */
export type FoundDelivery = DueDelivery & OrderedTurn;

/**
 * The next due deliveries of a lane in order; none once the claim has ended. Only the first row contains the values of
 * the whole lane. `$5` and `$6` exclude the days of events that are seldom needed. For an ordered key, deliveries
 * behind one that has not failed are excluded: they could fill the page. LIMIT 1 makes each event a lookup by its
 * number: a plain join, planned before the statistics include the lane, reads all events of the day for each page.
 */
const findDue = defineStatement({
  name: 'delivery.find-due',
  plan: 'index',
  text: `SELECT d.id, d.attempt, d.event_seq, e.id AS event_id, e.type, e.conversation_id,
                round(extract(epoch FROM e.created_at) * 1000)::float8 AS created_ms, e.data, e.traceparent,
                CASE WHEN row_number() OVER turn = 1 THEN k.webhook_url END AS webhook_url,
                CASE WHEN row_number() OVER turn = 1 THEN k.webhook_secret END AS webhook_secret,
                CASE WHEN row_number() OVER turn = 1 AND k.previous_secret_until > now() THEN k.previous_secret END AS previous_secret,
                d.order_key, d.older_failed_at, k.is_platform,
                CASE WHEN k.is_platform THEN (SELECT t.slug FROM tenants t WHERE t.id = e.tenant_id) END AS tenant,
                extract(epoch FROM now())::float8 * 1000 AS at_ms, extract(epoch FROM now() - d.due_at)::float8 * 1000 AS overdue_ms
           FROM lanes l
           JOIN webhook_targets k ON k.instance_id = l.instance_id AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
           JOIN LATERAL (
             SELECT w.id, w.attempt, w.event_seq, w.due_at, w.order_key,
                    CASE WHEN w.order_key IS NOT NULL THEN (
                      SELECT max(b.first_failed_at) FROM deliveries b
                       WHERE b.instance_id = w.instance_id AND b.order_key = w.order_key AND b.id < w.id) END AS older_failed_at
               FROM deliveries w
              WHERE w.instance_id = $1 AND w.due_at <= now() AND w.id <> ALL ($3::int8[])
                AND (w.order_key IS NULL OR NOT EXISTS (
                      SELECT 1 FROM deliveries b
                       WHERE b.instance_id = w.instance_id AND b.order_key = w.order_key AND b.id < w.id
                         AND b.first_failed_at IS NULL))
              ORDER BY w.due_at, w.id LIMIT $4) d ON true
           LEFT JOIN LATERAL (SELECT * FROM events o WHERE o.seq = d.event_seq AND o.seq >= $5 AND o.seq < $6 LIMIT 1) e ON true
          WHERE l.instance_id = $1 AND l.claim_id = $2 AND l.paused_at IS NULL
         WINDOW turn AS (ORDER BY d.due_at, d.id)
          ORDER BY d.due_at, d.id`,
  params: { instanceId: 'text', claimId: 'text', inHand: 'int8[]', limit: 'int8', from: 'int8', to: 'int8' },
  row: {
    id: 'int8',
    attempt: 'int4',
    eventSeq: 'int8',
    eventId: 'text?',
    type: 'text?',
    conversationId: 'int4?',
    createdMs: 'float8?',
    data: 'text?',
    traceparent: 'text?',
    webhookUrl: 'text?',
    webhookSecret: 'text?',
    previousSecret: 'text?',
    orderKey: 'int4?',
    olderFailedAt: 'timestamptz?',
    isPlatform: 'bool!',
    tenant: 'text?',
    atMs: 'float8!',
    overdueMs: 'float8!',
  },
});

const findEvents = defineStatement({
  name: 'delivery.find-events',
  plan: 'index',
  text: `SELECT e.seq, e.id, e.type, e.conversation_id, round(extract(epoch FROM e.created_at) * 1000)::float8 AS created_ms, e.data, e.traceparent,
                (SELECT t.slug FROM tenants t WHERE t.id = e.tenant_id) AS tenant
           FROM unnest($1::int8[]) AS wanted(seq) JOIN events e ON e.seq = wanted.seq AND e.seq >= $2 AND e.seq <= $3`,
  params: { seqs: 'int8[]', first: 'int8', last: 'int8' },
  row: {
    seq: 'int8',
    id: 'text',
    type: 'text',
    conversationId: 'int4?',
    createdMs: 'float8!',
    data: 'text',
    traceparent: 'text?',
    tenant: 'text?',
  },
});

interface FoundEvent {
  id: string;
  type: string;
  conversationId: number | null;
  createdMs: number;
  data: string;
  traceparent: string | null;
  tenant: string | null;
}

/** Events of any day, by their numbers; the bounds exclude days without any of them. */
async function readEvents(sql: Sql, seqs: readonly string[]): Promise<Map<string, FoundEvent>> {
  if (seqs.length === 0) return new Map();
  const sorted = seqs.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
  const bounds = { first: String(sorted.at(0)), last: String(sorted.at(-1)) };
  return new Map((await findEvents.all(sql, { seqs: [...seqs], ...bounds })).map((event) => [event.seq, event]));
}

/**
 * The next due deliveries of a lane in order, without those already read. Also empty when the lease is lost, or the key
 * was disabled, revoked, or lost its address since. Most events are of yesterday, today or tomorrow and come in the
 * same statement; older ones need a second one.
 */
export async function readDue(
  sql: Sql,
  { instanceId, claimId }: HeldLane,
  inHand: readonly string[],
  { limit, today }: { limit: number; today: number },
): Promise<FoundDelivery[]> {
  const days = { from: firstOfDay(today - 1), to: firstOfDay(today + 2) };
  const rows = await findDue.all(sql, { instanceId, claimId, inHand: [...inHand], limit: String(limit), ...days });
  if (rows.length === 0) return [];
  const { webhookUrl: url, webhookSecret: secret, previousSecret } = at(rows, 0);
  if (url === null || secret === null) throw new Error('The first delivery of a page has no receiver.');
  const older = await readEvents(
    sql,
    rows.flatMap(({ eventId, eventSeq }) => (eventId === null ? [eventSeq] : [])),
  );
  return rows.flatMap((row): FoundDelivery[] => {
    const { id, attempt, eventSeq, eventId, type, conversationId, createdMs, data, traceparent, tenant } = row;
    const { orderKey, olderFailedAt, atMs, overdueMs, isPlatform } = row;
    const event =
      eventId !== null && type !== null && createdMs !== null && data !== null
        ? { id: eventId, type, conversationId, createdMs, data, traceparent, tenant }
        : older.get(eventSeq);
    if (!event) return [];
    return [
      {
        id,
        instanceId,
        attempt,
        eventId: event.id,
        type: event.type,
        conversationId: event.conversationId,
        createdMs: event.createdMs,
        data: event.data,
        traceparent: event.traceparent,
        platform: isPlatform ? { tenant: event.tenant } : null,
        url,
        secret,
        previousSecret,
        ordered: orderKey !== null,
        overdueMs,
        olderFailedAt,
        at: new Date(atMs),
      },
    ];
  });
}
