import type { EventType } from '@parley/common/events';
import type { Sql } from '../sql.ts';
import { type NewEvent, type OutboxRow, toOutboxRow } from './new-event.ts';

/**
 * Writes events and one delivery per subscribed key (function outbox_append); call it inside the transaction of the
 * state change that they tell of. Answers the instance ids to wake after the commit (webhook-delivery.md, Promise).
 */
export async function appendEvents(sql: Sql, events: readonly NewEvent<EventType>[]): Promise<string[]> {
  return events.length === 0 ? [] : appendRows(sql, events.map(toOutboxRow));
}

/** {@link appendEvents} for rows that are serialized already. */
export async function appendRows(sql: Sql, rows: readonly OutboxRow[]): Promise<string[]> {
  const result = await sql.query<{ instance_id: string }>({
    name: 'outbox-append',
    text: 'SELECT outbox_append($1::jsonb) AS instance_id',
    values: [JSON.stringify(rows)],
  });
  return result.rows.map((row) => row.instance_id);
}
