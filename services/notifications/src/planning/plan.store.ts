import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { Recipient } from '../recipients/recipient.rules.ts';
import { toRecipient, WITH_MEMBER } from '../recipients/recipient.store.ts';
import type { Fact, PlannedNotification } from './plan-notifications.rules.ts';

const take = defineStatement({
  name: 'notifications.take-facts',
  text: `SELECT id, tenant_id, kind, data, happened_at FROM notification_facts
          WHERE planned_at IS NULL ORDER BY id LIMIT $1::int4 FOR UPDATE SKIP LOCKED`,
  params: { count: 'int4' },
  row: { id: 'int8', tenantId: 'int4?', kind: 'text', data: 'jsonb', happenedAt: 'timestamptz' },
});

const findUnplanned = defineStatement({
  name: 'notifications.find-unplanned-fact',
  text: 'SELECT id FROM notification_facts WHERE planned_at IS NULL ORDER BY id LIMIT 1',
  row: { id: 'int8' },
});

/** Whether a fact has no notification yet. */
export const hasUnplannedFact = async (sql: Sql): Promise<boolean> => (await findUnplanned.first(sql, {})) !== null;

/** Facts without a notification yet, locked by this transaction. */
export const takeFacts = (sql: Sql, count: number): Promise<Fact[]> => take.all(sql, { count });

export async function markFactsPlanned(
  prisma: PrismaTransaction['prisma'],
  facts: readonly Fact[],
  plannedAt: Date,
): Promise<void> {
  const where = { id: { in: facts.map(({ id }) => BigInt(id)) } };
  await prisma.notificationFact.updateMany({ where, data: { plannedAt } });
}

/** All possible recipients of these facts. */
export async function findRecipientsOf(
  prisma: PrismaTransaction['prisma'],
  facts: readonly Fact[],
): Promise<Recipient[]> {
  const tenantIds = [...new Set(facts.flatMap(({ tenantId }) => tenantId ?? []))];
  const ofDeployment = facts.some(({ tenantId }) => tenantId === null) ? [{ tenantId: null }] : [];
  const where = { OR: [{ tenantId: { in: tenantIds } }, ...ofDeployment] };
  return (await prisma.recipient.findMany({ where, include: WITH_MEMBER })).map(toRecipient);
}

/** In one lock order for all planners, so that concurrent ones never deadlock. */
const add = defineBatchStatement({
  name: 'notifications.add-planned',
  text: `INSERT INTO notifications (id, tenant_id, recipient_id, way, kind, reason, address, items, facts, due_at, created_at)
         SELECT p.id, p.tenant_id, p.recipient_id, p.way, p.kind, p.reason, p.address, p.items, p.facts, p.due_at, $11
           FROM unnest($1::text[], $2::int4[], $3::int4[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::int4[],
                       $10::timestamptz[])
                  AS p(id, tenant_id, recipient_id, way, kind, reason, address, items, facts, due_at)
          ORDER BY p.recipient_id, p.way, p.kind
         ON CONFLICT (recipient_id, way, kind) WHERE status = 'open' DO UPDATE
            SET facts = notifications.facts + excluded.facts,
                items = CASE WHEN jsonb_array_length(notifications.items) < $12::int4 THEN notifications.items || excluded.items
                             ELSE notifications.items END`,
  items: {
    id: 'text',
    tenantId: 'int4?',
    recipientId: 'int4',
    way: 'text',
    kind: 'text',
    reason: 'text?',
    address: 'text',
    items: 'jsonb',
    facts: 'int4',
    dueAt: 'timestamptz',
  },
  params: { now: 'timestamptz', maxItems: 'int4' },
});

/** Adds items to open messages, or begins new ones. */
export async function addPlanned(
  sql: Sql,
  planned: readonly (PlannedNotification & { id: string })[],
  given: { now: Date; maxItems: number },
): Promise<void> {
  await add.run(sql, planned, given);
}
