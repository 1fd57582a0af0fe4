import type { EventType } from '@parley/common/events';
import type { Sql } from '../sql.ts';
import { type NewEvent, type OutboxRow, toOutboxRow } from './new-event.ts';

/**
 * CTEs that write events and one delivery per subscribed key. `source` names a CTE with the columns of an
 * {@link OutboxRow} and `ord`. For use inside a larger statement that also makes the state change;
 * `new_deliveries (instance_id)` tells whom to wake.
 */
export const outboxCtes = (source: string): string => `
  new_events AS (
    INSERT INTO events (id, tenant_id, type, channel, conversation_id, data, created_at)
    SELECT id, tenant_id, type, channel, conversation_id, data, created_at FROM ${source} ORDER BY ord
    RETURNING seq, tenant_id, type, channel
  ),
  new_deliveries AS (
    INSERT INTO deliveries (instance_id, event_seq)
    SELECT k.instance_id, e.seq
    FROM new_events e
    JOIN api_keys k ON k.tenant_id = e.tenant_id
      AND k.enabled AND k.revoked_at IS NULL AND k.webhook_url IS NOT NULL
      AND e.type = ANY (k.events) AND e.channel = ANY (k.channels)
    ORDER BY e.seq
    RETURNING instance_id
  )`;

/** Reads outbox rows from one JSON parameter: `$n` holds the text of an array of {@link OutboxRow}. */
export const outboxSource = (parameter: string): string => `
  SELECT row_number() OVER () AS ord, *
  FROM jsonb_to_recordset(${parameter}::jsonb)
    AS r(id text, tenant_id int, type text, channel text, conversation_id int, data text, created_at timestamptz)`;

const APPEND = `
  WITH source AS (${outboxSource('$1')}), ${outboxCtes('source')}
  SELECT DISTINCT instance_id FROM new_deliveries`;

/**
 * Writes events and their deliveries; call it inside the transaction of the state change that they tell of.
 * Answers the instance ids to wake after the commit (webhook-delivery.md, Promise).
 */
export async function appendEvents(sql: Sql, events: readonly NewEvent<EventType>[]): Promise<string[]> {
  if (events.length === 0) return [];
  return appendRows(sql, events.map(toOutboxRow));
}

/** {@link appendEvents} for rows that are serialized already. */
export async function appendRows(sql: Sql, rows: readonly OutboxRow[]): Promise<string[]> {
  const result = await sql.query<{ instance_id: string }>({
    name: 'outbox-append',
    text: APPEND,
    values: [JSON.stringify(rows)],
  });
  return result.rows.map((row) => row.instance_id);
}
