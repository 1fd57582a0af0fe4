import { at } from '@parley/common/at';
import type { EventType } from '@parley/common/events';
import { OPT_IN_EVENT_TYPES, OPT_IN_RECEIPTS, PLATFORM_OPT_IN_TYPES } from '@parley/common/events/event-types';
import { type CommittedEvent, HINT_MAX_EVENTS } from '@parley/common/hints';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { mapUnsent, sendNow, type Unsent } from '@parley/database/statements/unsent';
import { type NewEvent, type OutboxRow, toOutboxRow } from './new-event.ts';

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** SQL: whether `message.status` of the event's channel goes only to keys that subscribe to the channel's receipts. */
const isOptInReceipt = (event: string): string =>
  `(${event}.type = 'message.status' AND ${event}.channel IN (${listed(OPT_IN_RECEIPTS)}))`;

/** SQL: whether a key gets events of this type and channel. Both names are those of rows with the tables' columns. */
export const isSubscribed = (event: string, key: string): string =>
  `${event}.type = ANY (${key}.events) AND ${event}.channel = ANY (${key}.channels)
              AND (NOT ${isOptInReceipt(event)} OR ${event}.channel = ANY (${key}.receipts))`;

/** SQL: whether a platform webhook subscribes to an opt-in event of keys. */
const isOfPlatform = (event: string, webhook: string): string =>
  `${event}.type IN (${listed(PLATFORM_OPT_IN_TYPES)}) AND ${event}.type = ANY (${webhook}.events)
              AND ${webhook}.scope IN (0, ${event}.tenant_id) AND ${webhook}.revoked_at IS NULL AND ${webhook}.enabled`;

/** SQL: whether an event is written: an opt-in event needs a key or a platform webhook that subscribes to it. */
const isAskedFor = (event: string): string =>
  `(${event}.type NOT IN (${listed(OPT_IN_EVENT_TYPES)}) AND NOT ${isOptInReceipt(event)}
            OR EXISTS (SELECT 1 FROM api_keys k WHERE k.tenant_id = ${event}.tenant_id AND k.enabled AND k.revoked_at IS NULL
                          AND ${isSubscribed(event, 'k')})
            OR EXISTS (SELECT 1 FROM platform_webhooks p WHERE ${isOfPlatform(event, 'p')}))`;

/**
 * SQL that writes the events of a common table expression `source`, and one delivery per subscribed key
 * (`new_deliveries`). The position of an event in the ledger is the id of its transaction plus the shift that a restored
 * database needs (docs/architecture.md, the customer's event ledger).
 */
export const WRITE_EVENTS = `new_events AS (
           INSERT INTO events (id, tenant_id, type, channel, conversation_id, data, created_at, traceparent, position)
           SELECT id, tenant_id, type, channel, conversation_id, data, created_at, traceparent,
                  pg_current_xact_id()::text::bigint + (SELECT shift FROM ledger_clock)
             FROM source ORDER BY ord
           RETURNING seq, id, tenant_id, type, channel, conversation_id
         ),
         new_deliveries AS (
           INSERT INTO deliveries (instance_id, event_seq, order_key)
           SELECT k.instance_id, e.seq, CASE WHEN k.ordered THEN e.conversation_id END
             FROM new_events e
             JOIN api_keys k ON k.tenant_id = e.tenant_id
              AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
              AND ${isSubscribed('e', 'k')}
            ORDER BY e.seq
           RETURNING id, instance_id, event_seq, order_key
         )`;

/**
 * SQL after {@link WRITE_EVENTS}: the deliveries that lanes need not read from the tables, if there are few. Excludes
 * those of ordered keys, whose order only the tables know.
 */
export const HANDED_DELIVERIES = `handed AS (
           SELECT e.id AS event_id, d.id, d.instance_id
             FROM new_deliveries d JOIN new_events e ON e.seq = d.event_seq
            WHERE d.order_key IS NULL AND (SELECT count(*) FROM source) <= ${HINT_MAX_EVENTS}
         )`;

/** SQL: columns of the {@link HANDED_DELIVERIES} of an event. */
export const handedOf = (eventId: string): string =>
  `ARRAY(SELECT h.id FROM handed h WHERE h.event_id = ${eventId} ORDER BY h.id) AS delivery_ids,
                ARRAY(SELECT h.instance_id FROM handed h WHERE h.event_id = ${eventId} ORDER BY h.id) AS delivery_keys`;

/** The columns of {@link handedOf}. */
export const HANDED_COLUMNS = { deliveryIds: 'int8[]!', deliveryKeys: 'text[]!' } as const;

/** An event for the lanes of this process; none if none of its deliveries is handed over. */
export function toCommitted(
  { id, type, conversationId, data, createdAt, traceparent }: OutboxRow,
  { deliveryIds, deliveryKeys }: { deliveryIds: readonly string[]; deliveryKeys: readonly string[] },
): CommittedEvent[] {
  if (deliveryIds.length === 0) return [];
  const deliveries = deliveryIds.map((deliveryId, index) => ({
    id: deliveryId,
    instanceId: at(deliveryKeys, index),
  }));
  return [{ id, type, conversationId, createdMs: createdAt.getTime(), data, traceparent, deliveries }];
}

/** Columns of an event's row, in the order of the statements' parameters. */
export const OUTBOX_ITEMS = {
  id: 'text',
  tenantId: 'int4',
  type: 'text',
  channel: 'text',
  conversationId: 'int4?',
  data: 'text',
  createdAt: 'timestamptz',
  traceparent: 'text?',
} as const;

const insertEvents = defineBatchStatement({
  name: 'outbox.insert-events',
  plan: 'index',
  text: `WITH source AS (
           SELECT * FROM unnest($1::text[], $2::int4[], $3::text[], $4::text[], $5::int4[], $6::text[], $7::timestamptz[],
                                $8::text[])
             WITH ORDINALITY AS r(id, tenant_id, type, channel, conversation_id, data, created_at, traceparent, ord)
            WHERE ${isAskedFor('r')}
         ),
         ${WRITE_EVENTS},
         platform_deliveries AS (
           INSERT INTO deliveries (instance_id, event_seq)
           SELECT p.instance_id, e.seq FROM new_events e JOIN platform_webhooks p ON ${isOfPlatform('e', 'p')} ORDER BY e.seq
           RETURNING instance_id
         )
         SELECT instance_id FROM new_deliveries UNION SELECT instance_id FROM platform_deliveries`,
  items: OUTBOX_ITEMS,
  row: { instanceId: 'text!' },
});

/**
 * Writes events and one delivery per subscribed key, for an opt-in type also one per subscribed platform webhook; an
 * opt-in event without a subscriber is not written. Call it in the transaction of the state change that the events
 * report. Returns the instance ids to wake after the commit (docs/reference/webhook-delivery.md#promise).
 */
export async function appendEvents(sql: Sql, events: readonly NewEvent<EventType>[]): Promise<string[]> {
  return appendRows(
    sql,
    events.map((event) => toOutboxRow(event)),
  );
}

/** {@link appendEvents} for rows that are already serialized. */
export const appendRows = (sql: Sql, rows: readonly OutboxRow[]): Promise<string[]> => sendNow(sql, unsentRows(rows));

/** {@link appendRows} as a last write. */
export const unsentRows = (rows: readonly OutboxRow[]): Unsent<string[]> =>
  mapUnsent(insertEvents.unsent(rows, {}), (written) => written.map(({ instanceId }) => instanceId));
