import { at } from '@parley/common/at';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';

const BATCH = 2000;

/**
 * Whether an event is about the person: in one of their conversations, or naming them elsewhere (in a group, by a
 * reaction).
 */
// Test events belong to no person.
const IS_ABOUT = `e.instance_id IS NULL AND (e.conversation_id = ANY ($2) OR (e.seq < $3 AND e.channel = $4
  AND EXISTS (SELECT 1 FROM unnest($5::text[]) AS needle WHERE strpos(e.data, needle) > 0)))`;
const ABOUT = {
  tenantId: 'int4',
  conversationIds: 'int4[]',
  eventsBefore: 'int8',
  channel: 'text',
  needles: 'text[]',
} as const;

/** An address as it appears in the JSON text of an event. */
const needlesOf = (person: ErasedPerson): string[] => [
  ...new Set(person.addresses.map((address) => JSON.stringify(address.replace(/^comment:/, '')))),
];

const aboutOf = (person: ErasedPerson) => ({
  tenantId: person.tenantId,
  conversationIds: person.conversationIds,
  eventsBefore: person.eventsBefore,
  channel: person.channel,
  needles: needlesOf(person),
});

const deletePending = defineStatement({
  name: 'delivery.erase-pending',
  text: `WITH gone AS (
           DELETE FROM deliveries WHERE id IN (
             SELECT d.id FROM deliveries d JOIN webhook_targets k ON k.instance_id = d.instance_id AND k.scope IN ($1, 0)
               JOIN events e ON e.seq = d.event_seq AND e.tenant_id = $1 WHERE ${IS_ABOUT} LIMIT ${BATCH})
           RETURNING id),
              attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM gone))
         SELECT id FROM gone`,
  params: ABOUT,
  row: { id: 'int8!' },
});

/** Deletes waiting deliveries of events about the person; running attempts then store nothing. */
export const removePending = (sql: Sql, person: ErasedPerson): Promise<number> =>
  deletePending.run(sql, aboutOf(person));

/**
 * The next key or platform webhook of these scopes (tenants, 0: the deployment); null after the last. Keys (ins_…)
 * come before platform webhooks (plt_…).
 */
export async function findTargetAfter(
  prisma: Pick<PrismaDatabase['prisma'], 'apiKey' | 'platformWebhook'>,
  scopes: readonly number[],
  instanceId: string,
): Promise<string | null> {
  const after = { gt: instanceId };
  const first = { select: { instanceId: true }, orderBy: { instanceId: 'asc' } } as const;
  const among = { in: [...scopes] };
  const target =
    (await prisma.apiKey.findFirst({ where: { tenantId: among, instanceId: after }, ...first })) ??
    (await prisma.platformWebhook.findFirst({ where: { scope: among, instanceId: after }, ...first }));
  return target?.instanceId ?? null;
}

/** Position in the ended deliveries of a key or platform webhook. */
export interface LogPosition {
  instanceId: string;
  id: string;
}

const deleteLogged = defineStatement({
  name: 'delivery.erase-log',
  text: `WITH stretch AS MATERIALIZED (
           SELECT l.id, l.event_seq FROM delivery_log l JOIN webhook_targets k ON k.instance_id = l.instance_id AND k.scope IN ($1, 0)
            WHERE l.instance_id = $6 AND l.id > $7 ORDER BY l.id LIMIT ${BATCH}),
              about AS MATERIALIZED (SELECT s.id FROM stretch s JOIN events e ON e.seq = s.event_seq AND e.tenant_id = $1
                WHERE ${IS_ABOUT}),
              gone AS (DELETE FROM delivery_log WHERE id IN (SELECT id FROM about) RETURNING 1),
              attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM about))
         SELECT (SELECT count(*)::int4 FROM gone) AS removed, (SELECT max(id) FROM stretch) AS last`,
  params: { ...ABOUT, instanceId: 'text', id: 'int8' },
  row: { removed: 'int4!', last: 'int8?' },
});

/**
 * Scans a range of the ended deliveries of a key or platform webhook and deletes those about the person, with the
 * receivers' answers. `last` is null at the end.
 */
export async function removeLogged(
  sql: Sql,
  person: ErasedPerson,
  after: LogPosition,
): Promise<{ removed: number; last: string | null }> {
  return at(await deleteLogged.all(sql, { ...aboutOf(person), ...after }), 0);
}

/** Position in the tenant's events. */
export interface EventPosition {
  position: string;
  seq: string;
}

const blankEvents = defineStatement({
  name: 'delivery.erase-events',
  text: `WITH stretch AS MATERIALIZED (
           SELECT e.seq, e.position, e.instance_id, e.conversation_id, e.channel, e.data FROM events e
            WHERE e.tenant_id = $1 AND (e.position, e.seq) > ($6::int8, $7::int8)
            ORDER BY e.position, e.seq LIMIT ${BATCH}),
              about AS MATERIALIZED (SELECT e.seq FROM stretch e WHERE ${IS_ABOUT}),
              pending AS (
                DELETE FROM deliveries WHERE instance_id IN (SELECT instance_id FROM webhook_targets WHERE scope IN ($1, 0))
                   AND event_seq IN (SELECT seq FROM about)),
              gone AS (
                UPDATE events SET type = 'erased', conversation_id = NULL, data = '{}'
                 WHERE seq IN (SELECT seq FROM about) RETURNING 1),
              last AS (SELECT position, seq FROM stretch ORDER BY stretch.position DESC, stretch.seq DESC LIMIT 1)
         SELECT (SELECT count(*)::int4 FROM gone) AS removed, (SELECT position FROM last) AS position, (SELECT seq FROM last) AS seq`,
  params: { ...ABOUT, position: 'int8', seq: 'int8' },
  row: { removed: 'int4!', position: 'int8?', seq: 'int8?' },
});

/**
 * Scans a range of the tenant's events and erases the content of those about the person; only their positions in the
 * ledger stay, so that readers can continue after them. Deletes deliveries created since. No key is subscribed to
 * erased events.
 */
export async function removeEvents(
  sql: Sql,
  person: ErasedPerson,
  after: EventPosition | null,
): Promise<{ removed: number; next: EventPosition | null }> {
  const from = after ?? { position: '-1', seq: '-1' };
  const { removed, position, seq } = at(await blankEvents.all(sql, { ...aboutOf(person), ...from }), 0);
  return { removed, next: position !== null && seq !== null ? { position, seq } : null };
}

const blankPlatformEvents = defineStatement({
  name: 'delivery.erase-platform-events',
  text: `WITH stretch AS MATERIALIZED (
           SELECT e.seq, e.instance_id, e.conversation_id, e.channel, e.data FROM events e
            WHERE e.tenant_id = $1 AND e.position IS NULL AND e.seq > $6 ORDER BY e.seq LIMIT ${BATCH}),
              about AS MATERIALIZED (SELECT e.seq FROM stretch e WHERE ${IS_ABOUT}),
              pending AS (
                DELETE FROM deliveries WHERE instance_id IN (SELECT instance_id FROM platform_webhooks WHERE scope IN ($1, 0))
                   AND event_seq IN (SELECT seq FROM about)),
              gone AS (
                UPDATE events SET type = 'erased', conversation_id = NULL, data = '{}'
                 WHERE seq IN (SELECT seq FROM about) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM gone) AS removed, (SELECT max(seq) FROM stretch) AS last`,
  params: { ...ABOUT, seq: 'int8' },
  row: { removed: 'int4!', last: 'int8?' },
});

/** {@link removeEvents} for platform events, which have no place in the ledger. `last` is null at the end. */
export async function removePlatformEvents(
  sql: Sql,
  person: ErasedPerson,
  after: string,
): Promise<{ removed: number; last: string | null }> {
  return at(await blankPlatformEvents.all(sql, { ...aboutOf(person), seq: after }), 0);
}

const deleteFromDeploymentLog = defineStatement({
  name: 'delivery.erase-tenant-log',
  text: `WITH stretch AS MATERIALIZED (
           SELECT l.id, l.event_seq FROM delivery_log l WHERE l.instance_id = $2 AND l.id > $3 ORDER BY l.id LIMIT ${BATCH}),
              about AS MATERIALIZED (
                SELECT s.id FROM stretch s JOIN events e ON e.seq = s.event_seq AND e.tenant_id = $1),
              gone AS (DELETE FROM delivery_log WHERE id IN (SELECT id FROM about) RETURNING 1),
              attempts AS (DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM about))
         SELECT (SELECT count(*)::int4 FROM gone) AS removed, (SELECT max(id) FROM stretch) AS last`,
  params: { tenantId: 'int4', instanceId: 'text', id: 'int8' },
  row: { removed: 'int4!', last: 'int8?' },
});

/**
 * Scans a range of the ended deliveries of the deployment's platform webhook and deletes those of the tenant's events.
 */
export async function removeTenantLogged(
  sql: Sql,
  tenantId: number,
  after: LogPosition,
): Promise<{ removed: number; last: string | null }> {
  return at(await deleteFromDeploymentLog.all(sql, { tenantId, ...after }), 0);
}

const deleteOfTenant = defineStatement({
  name: 'delivery.erase-tenant',
  text: `WITH keys AS MATERIALIZED (SELECT instance_id FROM webhook_targets WHERE scope = $1),
              pending AS (
                DELETE FROM deliveries WHERE id IN (
                  SELECT d.id FROM keys k JOIN deliveries d ON d.instance_id = k.instance_id LIMIT ${BATCH}) RETURNING id),
              logged AS (
                DELETE FROM delivery_log WHERE id IN (
                  SELECT l.id FROM keys k JOIN delivery_log l ON l.instance_id = k.instance_id LIMIT ${BATCH}) RETURNING id),
              attempts AS (
                DELETE FROM delivery_attempts
                 WHERE delivery_id IN (SELECT id FROM pending UNION ALL SELECT id FROM logged)),
              batch AS MATERIALIZED (
                SELECT e.seq FROM events e WHERE e.tenant_id = $1 ORDER BY e.position, e.seq LIMIT ${BATCH}),
              of_deployment AS (
                DELETE FROM deliveries WHERE instance_id IN (SELECT instance_id FROM platform_webhooks WHERE scope = 0)
                   AND event_seq IN (SELECT seq FROM batch)),
              reported AS (DELETE FROM events WHERE seq IN (SELECT seq FROM batch) RETURNING 1),
              lanes AS (DELETE FROM lanes WHERE instance_id IN (SELECT instance_id FROM keys) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM pending) + (SELECT count(*)::int4 FROM logged) AS deliveries,
                (SELECT count(*)::int4 FROM reported) AS events, (SELECT count(*)::int4 FROM lanes) AS lanes`,
  params: { tenantId: 'int4' },
  row: { deliveries: 'int4!', events: 'int4!', lanes: 'int4!' },
});

/** Deletes a batch of a tenant's data: deliveries, attempts, events, lanes. Returns how many of each. */
export const removeTenantBatch = async (sql: Sql, tenantId: number): Promise<Record<string, number>> =>
  at(await deleteOfTenant.all(sql, { tenantId }), 0);
