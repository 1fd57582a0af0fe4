import { at } from '@parley/common/at';
import { AT_ONCE, defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { allUnsent, type Unsent } from '@parley/database/statements/unsent';
import { toKept } from '@parley/messaging/messages/outbound-message';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { NewSend, WantedSend } from '../reserve/reservation.rules.ts';
import { scheduledAnswer } from './scheduled-send.rules.ts';

const insertScheduled = defineBatchStatement({
  name: 'send.insert-scheduled',
  plan: 'index',
  text: `INSERT INTO scheduled_sends (message_id, tenant_id, channel_account_id, due_at, instance_id)
         SELECT * FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::timestamptz[], $5::text[])`,
  items: { messageId: 'int8', tenantId: 'int4', accountId: 'int4', dueAt: 'timestamptz', instanceId: 'text?' },
});

const keepScheduledAnswers = defineBatchStatement({
  name: 'send.keep-scheduled-answers',
  plan: 'index',
  text: (items) => `UPDATE idempotency_keys k SET answer = w.answer FROM ${items.as('w')}
          WHERE k.message_id = w.message_id`,
  items: { messageId: 'int8', answer: 'jsonb' },
});

/** A new message that waits for its time. */
type Scheduled = NewSend & { sendAt: Date };
const isScheduled = (send: NewSend): send is Scheduled => send.sendAt !== undefined;

const toQueued = ({ messageId, tenantId, account, sendAt: dueAt, instanceId }: Scheduled) => ({
  messageId,
  tenantId,
  accountId: account.id,
  dueAt,
  instanceId,
});

/** The stored answer of a scheduled send, which its Idempotency-Key repeats at once. */
const toAnswers = (send: Scheduled) =>
  send.idempotency === null ? [] : [{ messageId: send.messageId, answer: toKept(scheduledAnswer(send, send.sendAt)) }];

/** Queues the scheduled ones of new messages, and stores the answers of their Idempotency-Keys. */
export function writeScheduled(sends: readonly NewSend[]): Unsent<unknown> {
  const scheduled = sends.filter(isScheduled);
  return allUnsent([
    insertScheduled.unsent(scheduled.map(toQueued), {}),
    keepScheduledAnswers.unsent(scheduled.flatMap(toAnswers), {}),
  ]);
}

const deleteScheduled = defineStatement({
  name: 'send.take-scheduled',
  plan: 'index',
  text: 'DELETE FROM scheduled_sends WHERE message_id = $1 AND tenant_id = $2',
  params: { messageId: 'int8', tenantId: 'int4' },
});

/** Takes a message out of its queue; false when it is in none, or another transaction has just taken it. */
export const takeScheduled = async (sql: Sql, tenantId: number, messageId: string): Promise<boolean> =>
  (await deleteScheduled.run(sql, { messageId, tenantId })) > 0;

const findLost = defineStatement({
  name: 'send.find-lost-schedule',
  text: `SELECT s.message_id FROM scheduled_sends s JOIN messages m ON m.id = s.message_id
          WHERE s.tenant_id = $1 AND s.due_at = $2 AND m.extra ->> 'reservation' = $3`,
  params: { tenantId: 'int4', dueAt: 'timestamptz', reservation: 'text' },
  row: { messageId: 'int8' },
});

/** The scheduled message of a reservation that was committed although its answer was lost; or null. */
export const findLostSchedule = async (
  sql: Sql,
  { tenantId, reservation }: WantedSend,
  sendAt: Date,
): Promise<string | null> => (await findLost.first(sql, { tenantId, dueAt: sendAt, reservation }))?.messageId ?? null;

const findScheduled = defineStatement({
  name: 'send.find-scheduled-of',
  text: `SELECT s.message_id FROM scheduled_sends s JOIN messages m ON m.id = s.message_id
          WHERE s.tenant_id = $1 AND ($2::int4[] IS NULL OR m.conversation_id = ANY ($2)) ORDER BY s.message_id LIMIT $3::int4`,
  params: { tenantId: 'int4', conversationIds: 'int4[]?', limit: 'int4' },
  row: { messageId: 'int8' },
});

/** Scheduled messages of a tenant: in these conversations, or all when null. */
export const findScheduledOf = async (
  sql: Sql,
  tenantId: number,
  conversationIds: number[] | null,
  limit: number,
): Promise<string[]> =>
  (await findScheduled.all(sql, { tenantId, conversationIds, limit })).map(({ messageId }) => messageId);

const readGauge = defineStatement({
  name: 'send.read-scheduled-gauges',
  text: 'SELECT count(*)::int4 AS waiting, min(due_at) AS oldest_at FROM scheduled_sends',
  params: {},
  row: { waiting: 'int4!', oldestAt: 'timestamptz?' },
});

/** The number of scheduled messages of all tenants, and when the first one is due. */
export const readScheduledGauges = async (sql: Sql): Promise<{ waiting: number; oldestAt: Date | null }> =>
  at(await readGauge.all(sql, {}), 0);

/** A key whose scheduled messages are being cancelled. */
export interface Cancellation {
  instanceId: string;
  tenantId: number;
}

const findNext = defineStatement({
  name: 'send.find-cancellation',
  text: `SELECT c.instance_id, k.tenant_id FROM scheduled_cancellations c JOIN api_keys k ON k.instance_id = c.instance_id
          ORDER BY c.instance_id <= $1, c.instance_id LIMIT 1`,
  params: { after: 'text' },
  row: { instanceId: 'text', tenantId: 'int4' },
});

/** At once when messages of revoked keys are to be cancelled. */
export const findCancellationDue = defineDue({
  name: 'send.find-cancellation-due',
  text: `SELECT ${AT_ONCE} AS due_at FROM scheduled_cancellations ORDER BY instance_id LIMIT 1`,
});

/** The next key after this one, and the first one after the last: keys take turns. */
export const findCancellation = (sql: Sql, after: string): Promise<Cancellation | null> =>
  findNext.first(sql, { after });

const take = defineStatement({
  name: 'send.take-scheduled-of-key',
  plan: 'index',
  text: `DELETE FROM scheduled_sends WHERE message_id IN (
           SELECT message_id FROM scheduled_sends WHERE instance_id = $1 ORDER BY due_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED)
         RETURNING message_id`,
  params: { instanceId: 'text', limit: 'int4' },
  row: { messageId: 'int8' },
});

/** Takes scheduled messages of a key out of their queues, those that are due first. */
export const takeScheduledOfKey = async (sql: Sql, instanceId: string, limit: number): Promise<string[]> =>
  (await take.all(sql, { instanceId, limit })).map(({ messageId }) => messageId);

const end = defineStatement({
  name: 'send.end-cancellation',
  text: `DELETE FROM scheduled_cancellations c WHERE c.instance_id = $1 AND c.requested_at < $2
            AND NOT EXISTS (SELECT 1 FROM scheduled_sends s WHERE s.instance_id = c.instance_id)`,
  params: { instanceId: 'text', before: 'timestamptz' },
});

/** Ends a cancellation that was requested before this moment and has nothing left to do. */
export async function endCancellation(sql: Sql, instanceId: string, before: Date): Promise<void> {
  await end.run(sql, { instanceId, before });
}

const COUNTED_MAX = 1000;
/** The limit protects the deployment, so a count that is a few seconds old is enough. */
const COUNTED_MS = 5000;

/** A tenant's scheduled messages, and its plan. */
interface ScheduledCount {
  plan: string;
  scheduled: number;
}

/** Counts of tenants' scheduled messages, for the limit of their plan; at most 5 seconds old. */
export interface ScheduledCounts {
  of(tenantId: number): Promise<ScheduledCount>;
}

export function makeScheduledCounts({ prisma }: Pick<PrismaDatabase, 'prisma'>): ScheduledCounts {
  const counts = makeBoundedMap<number, Promise<ScheduledCount>>(COUNTED_MAX, { keepMs: COUNTED_MS });
  async function count(tenantId: number): Promise<ScheduledCount> {
    const [{ plan }, scheduled] = await Promise.all([
      prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } }),
      prisma.scheduledSend.count({ where: { tenantId } }),
    ]);
    return { plan, scheduled };
  }
  return {
    async of(tenantId) {
      const counting = counts.get(tenantId) ?? count(tenantId);
      counts.set(tenantId, counting);
      try {
        return await counting;
      } catch (error) {
        counts.delete(tenantId);
        throw error;
      }
    },
  };
}
