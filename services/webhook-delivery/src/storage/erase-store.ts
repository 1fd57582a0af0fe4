import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/prisma/sql';

const BATCH = 2000;

/** Whether an event is about the person: in a conversation of theirs, or naming them elsewhere (in a group, by a reaction). */
// Test events are of nobody.
const IS_ABOUT = `e.instance_id IS NULL AND (e.conversation_id = ANY ($2) OR (e.seq < $3 AND e.channel = $4
  AND EXISTS (SELECT 1 FROM unnest($5::text[]) AS needle WHERE strpos(e.data, needle) > 0)))`;

/** As an address stands in the JSON text of an event. */
const needlesOf = (person: ErasedPerson): string[] => [
  ...new Set(person.addresses.map((address) => JSON.stringify(address.replace(/^comment:/, '')))),
];

const aboutOf = (person: ErasedPerson): unknown[] => [
  person.tenant_id,
  person.conversation_ids,
  person.events_before,
  person.channel,
  needlesOf(person),
];

/** Deliveries still to be made of events about the person: what is in flight completes into nothing. */
export async function removePending(sql: Sql, person: ErasedPerson): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'delivery-erase-pending',
    text: `WITH gone AS (
             DELETE FROM deliveries WHERE id IN (
               SELECT d.id FROM deliveries d JOIN api_keys k ON k.instance_id = d.instance_id AND k.tenant_id = $1
                 JOIN events e ON e.seq = d.event_seq WHERE ${IS_ABOUT} LIMIT ${BATCH})
             RETURNING id),
                attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM gone))
           SELECT 1 FROM gone`,
    values: aboutOf(person),
  });
  return rowCount;
}

/** The key of the tenant after this one, in one order for all; null after the last. */
export async function findKeyAfter(sql: Sql, tenantId: number, instanceId: string): Promise<string | null> {
  const { rows } = await sql.query<{ instance_id: string }>({
    text: 'SELECT instance_id FROM api_keys WHERE tenant_id = $1 AND instance_id > $2 ORDER BY instance_id LIMIT 1',
    values: [tenantId, instanceId],
  });
  return rows[0]?.instance_id ?? null;
}

/** Where a walk over the ended deliveries of a key goes on. */
export interface LogPosition {
  instanceId: string;
  id: string;
}

/** One stretch of a key's ended deliveries: those about the person go, with what the receiver answered. `last` is null at the end. */
export async function removeLogged(
  sql: Sql,
  person: ErasedPerson,
  after: LogPosition,
): Promise<{ removed: number; last: string | null }> {
  const { rows } = await sql.query<{ removed: number; last: string | null }>({
    name: 'delivery-erase-log',
    text: `WITH stretch AS MATERIALIZED (
             SELECT l.id, l.event_seq FROM delivery_log l JOIN api_keys k ON k.instance_id = l.instance_id AND k.tenant_id = $1
              WHERE l.instance_id = $6 AND l.id > $7 ORDER BY l.id LIMIT ${BATCH}),
                about AS MATERIALIZED (SELECT s.id FROM stretch s JOIN events e ON e.seq = s.event_seq WHERE ${IS_ABOUT}),
                gone AS (DELETE FROM delivery_log WHERE id IN (SELECT id FROM about) RETURNING 1),
                attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM about))
           SELECT (SELECT count(*)::int FROM gone) AS removed, (SELECT max(id)::text FROM stretch) AS last`,
    values: [...aboutOf(person), after.instanceId, after.id],
  });
  return rows[0] ?? { removed: 0, last: null };
}

/** Where a walk over the tenant's events goes on. */
export interface EventPosition {
  position: string;
  seq: string;
}

/**
 * One stretch of the tenant's events: of those about the person nothing is left but their place in the ledger, so that who
 * reads on after one of them can; the deliveries that were made of them since go. Nobody is subscribed to what is erased.
 */
export async function removeEvents(
  sql: Sql,
  person: ErasedPerson,
  after: EventPosition | null,
): Promise<{ removed: number; next: EventPosition | null }> {
  const { rows } = await sql.query<{ removed: number; position: string | null; seq: string | null }>({
    name: 'delivery-erase-events',
    text: `WITH stretch AS MATERIALIZED (
             SELECT e.seq, e.position, e.instance_id, e.conversation_id, e.channel, e.data FROM events e
              WHERE e.tenant_id = $1 AND (e.position, e.seq) > ($6::bigint, $7::bigint)
              ORDER BY e.position, e.seq LIMIT ${BATCH}),
                about AS MATERIALIZED (SELECT e.seq FROM stretch e WHERE ${IS_ABOUT}),
                pending AS (
                  DELETE FROM deliveries WHERE instance_id IN (SELECT instance_id FROM api_keys WHERE tenant_id = $1)
                     AND event_seq IN (SELECT seq FROM about)),
                gone AS (
                  UPDATE events SET type = 'erased', conversation_id = NULL, data = '{}'
                   WHERE seq IN (SELECT seq FROM about) RETURNING 1),
                last AS (SELECT position::text, seq::text FROM stretch ORDER BY stretch.position DESC, stretch.seq DESC LIMIT 1)
           SELECT (SELECT count(*)::int FROM gone) AS removed, (SELECT position FROM last) AS position, (SELECT seq FROM last) AS seq`,
    values: [...aboutOf(person), after?.position ?? '-1', after?.seq ?? '-1'],
  });
  const [row] = rows;
  const next = row?.position && row.seq ? { position: row.position, seq: row.seq } : null;
  return { removed: row?.removed ?? 0, next };
}

/** A batch of everything that is kept of a tenant: deliveries, attempts, events, lanes. */
export async function removeTenantBatch(sql: Sql, tenantId: number): Promise<Record<string, number>> {
  const { rows } = await sql.query<Record<string, number>>({
    name: 'delivery-erase-tenant',
    text: `WITH keys AS MATERIALIZED (SELECT instance_id FROM api_keys WHERE tenant_id = $1),
                pending AS (
                  DELETE FROM deliveries WHERE id IN (
                    SELECT d.id FROM keys k JOIN deliveries d ON d.instance_id = k.instance_id LIMIT ${BATCH}) RETURNING id),
                logged AS (
                  DELETE FROM delivery_log WHERE id IN (
                    SELECT l.id FROM keys k JOIN delivery_log l ON l.instance_id = k.instance_id LIMIT ${BATCH}) RETURNING id),
                attempts AS (
                  DELETE FROM delivery_attempts
                   WHERE delivery_id IN (SELECT id FROM pending UNION ALL SELECT id FROM logged)),
                told AS (
                  DELETE FROM events WHERE seq IN (
                    SELECT e.seq FROM events e WHERE e.tenant_id = $1 ORDER BY e.position, e.seq LIMIT ${BATCH}) RETURNING 1),
                lanes AS (DELETE FROM lanes WHERE instance_id IN (SELECT instance_id FROM keys) RETURNING 1)
           SELECT (SELECT count(*)::int FROM pending) + (SELECT count(*)::int FROM logged) AS deliveries,
                  (SELECT count(*)::int FROM told) AS events, (SELECT count(*)::int FROM lanes) AS lanes`,
    values: [tenantId],
  });
  return rows[0] ?? {};
}
