import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Recipient } from '../recipients/recipient.rules.ts';
import { toRecipient, WITH_MEMBER } from '../recipients/recipient.store.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.rules.ts';
import type { Fact, PlannedNotification } from './plan-notifications.rules.ts';

const take = defineStatement({
  name: 'notifications.take-facts',
  text: `SELECT id, tenant_id, kind, data, happened_at FROM notification_facts
          WHERE planned_at IS NULL ORDER BY id LIMIT $1::int4 FOR UPDATE SKIP LOCKED`,
  params: { count: 'int4' },
  row: { id: 'int8', tenantId: 'int4?', kind: 'text', data: 'jsonb', happenedAt: 'timestamptz' },
});

/** At once when a fact has no notification yet. */
export const findUnplannedFact = defineDue({
  name: 'notifications.find-unplanned-fact',
  text: `SELECT ${AT_ONCE} AS due_at FROM notification_facts WHERE planned_at IS NULL ORDER BY id LIMIT 1`,
});

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

/** A tenant with recipients, and up to when it was checked. */
export interface WatchedTenant {
  tenantId: number;
  minutes: number;
  /** Messages up to this moment were checked; null: none. */
  until: Date | null;
}

/** A conversation whose customer waits. */
export interface WaitingConversation {
  conversationId: number;
  channel: string;
  /** The first unanswered message. */
  messageId: string;
  since: Date;
}

const findWatched = defineStatement({
  name: 'notifications.find-watched-tenants',
  text: `SELECT t.id AS tenant_id, s.unattended_minutes AS minutes, s.unattended_until AS until
           FROM tenants t LEFT JOIN notification_settings s ON s.tenant_id = t.id
          WHERE EXISTS (SELECT 1 FROM recipients r WHERE r.tenant_id = t.id)`,
  row: { tenantId: 'int4', minutes: 'int4?', until: 'timestamptz?' },
});

/** Tenants that have recipients. */
export const findWatchedTenants = async (sql: Sql): Promise<WatchedTenant[]> =>
  (await findWatched.all(sql, {})).map(({ minutes, ...tenant }) => ({
    ...tenant,
    minutes: minutes ?? DEFAULT_SETTINGS.unattendedMinutes,
  }));

/**
 * A failed send is no answer, nor is a scheduled one or a message that a rule of the workspace sent; messages before
 * the last resolve or archive do not wait. A mark as read does not end a wait, because no answer has been sent yet; a
 * bot that is about to answer does.
 */
const findUnanswered = defineStatement({
  name: 'notifications.find-unattended',
  text: `SELECT c.id AS conversation_id, c.channel, first.id AS message_id, first.created_at AS since
           FROM (SELECT DISTINCT m.conversation_id FROM messages m
                  WHERE m.tenant_id = $1 AND m.created_at > $2 AND m.created_at <= $3 AND m.direction = 'in' LIMIT $4::int4) w
           JOIN conversations c ON c.id = w.conversation_id
           LEFT JOIN LATERAL (SELECT o.id FROM messages o WHERE o.conversation_id = c.id AND o.direction = 'out' AND o.status NOT IN ('failed', 'scheduled')
                                AND NOT (o.origin = 'bot' AND o.extra -> 'bot' IS NULL)
                               ORDER BY o.id DESC LIMIT 1) answer ON true
           JOIN LATERAL (SELECT i.id, i.created_at FROM messages i
                          WHERE i.conversation_id = c.id AND i.direction = 'in' AND i.id > greatest(answer.id, c.closed_message_id)
                          ORDER BY i.id LIMIT 1) first ON true
          WHERE c.status = 'open' AND NOT EXISTS (SELECT 1 FROM bot_turns t WHERE t.conversation_id = c.id AND t.state = 'open')`,
  params: { tenantId: 'int4', from: 'timestamptz', to: 'timestamptz', count: 'int4' },
  row: { conversationId: 'int4', channel: 'text', messageId: 'int8!', since: 'timestamptz!' },
});

/** Conversations with an unanswered message of the customer in this span. */
export const findUnattended = (
  sql: Sql,
  given: { tenantId: number; from: Date; to: Date; count: number },
): Promise<WaitingConversation[]> => findUnanswered.all(sql, given);

const moveOn = defineStatement({
  name: 'notifications.move-unattended',
  text: `INSERT INTO notification_settings (tenant_id, unattended_until) VALUES ($1, $2)
         ON CONFLICT (tenant_id) DO UPDATE
            SET unattended_until = greatest(notification_settings.unattended_until, excluded.unattended_until)`,
  params: { tenantId: 'int4', until: 'timestamptz' },
});

/** Stores up to which moment messages were checked. */
export async function saveLookedUntil(sql: Sql, tenantId: number, until: Date): Promise<void> {
  await moveOn.run(sql, { tenantId, until });
}

type Rows = Pick<PrismaDatabase['prisma'], 'deploymentAlarm'>;

const findRaised = defineStatement({
  name: 'notifications.find-raised-alarm',
  text: 'SELECT subject FROM deployment_alarms WHERE subject = $1',
  params: { subject: 'text' },
  row: { subject: 'text' },
});

export const isAlarmRaised = async (sql: Sql, subject: string): Promise<boolean> =>
  (await findRaised.first(sql, { subject })) !== null;

/** False where it is raised already. */
export async function insertAlarm(prisma: Rows, alarm: { subject: string; raisedAt: Date }): Promise<boolean> {
  return (await prisma.deploymentAlarm.createMany({ data: [alarm], skipDuplicates: true })).count > 0;
}

export async function deleteAlarm(prisma: Rows, subject: string): Promise<void> {
  await prisma.deploymentAlarm.deleteMany({ where: { subject } });
}

/**
 * Work of lanes that may deliver, of messages to people, and of sends with an overdue outcome. A delivery of an
 * ordered key may wait for an hour behind an older event of its conversation
 * (docs/reference/webhook-delivery.md#ordered-delivery).
 */
const findOldest = defineStatement({
  name: 'notifications.find-oldest-work',
  text: `SELECT least((SELECT min(first.due_at + CASE WHEN k.ordered THEN interval '1 hour' ELSE interval '0' END)
                         FROM lanes l
                         LEFT JOIN api_keys k ON k.instance_id = l.instance_id
                         JOIN LATERAL (SELECT d.due_at FROM deliveries d WHERE d.instance_id = l.instance_id AND d.due_at <= $1
                                        ORDER BY d.due_at LIMIT 1) first ON true
                        WHERE l.paused_at IS NULL AND (l.resume_at IS NULL OR l.resume_at <= $1)),
                      (SELECT min(n.due_at) FROM notifications n WHERE n.status IN ('open', 'waiting') AND n.due_at <= $1),
                      (SELECT min(m.settle_by) FROM messages m WHERE m.status = 'sending' AND m.settle_by <= $1)) AS since`,
  params: { now: 'timestamptz' },
  row: { since: 'timestamptz?' },
});

/** Since when the oldest due work waits; null: none is due. */
export const findOldestWork = async (sql: Sql, now: Date): Promise<Date | null> =>
  (await findOldest.first(sql, { now }))?.since ?? null;
