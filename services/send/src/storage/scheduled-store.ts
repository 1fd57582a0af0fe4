import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { allUnsent, type Unsent } from '@parley/database/unsent';
import { toKept } from '@parley/messaging/outbound-message';
import type { NewSend, ReserveItem } from '../domain/reservation.ts';
import type { Schedule } from '../domain/schedule.ts';
import { scheduledAnswer } from '../domain/scheduled-send.ts';

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
  text: `UPDATE idempotency_keys k SET answer = w.answer FROM unnest($1::int8[], $2::jsonb[]) AS w(message_id, answer)
          WHERE k.message_id = w.message_id`,
  items: { messageId: 'int8', answer: 'jsonb' },
});

/** Whether a message is one that waits for its time. */
type Scheduled = NewSend & { item: ReserveItem & { schedule: Schedule } };
const isScheduled = (send: NewSend): send is Scheduled => send.item.schedule !== undefined;

/** The stored answer of a scheduled send, which its Idempotency-Key repeats at once. */
function toAnswers({ item, messageId, conversationId, peer }: Scheduled) {
  const { idempotency, channel, template, isFallback, schedule } = item;
  if (idempotency === null) return [];
  const message = { messageId, channel, peer, conversationId, template, isFallback };
  return [{ messageId, answer: toKept(scheduledAnswer(message, schedule.sendAt)) }];
}

/** Queues the scheduled ones of new messages, and stores the answers of their Idempotency-Keys. */
export function writeScheduled(sends: readonly NewSend[]): Unsent<unknown> {
  const scheduled = sends.filter(isScheduled);
  const rows = scheduled.map(({ messageId, item: { tenantId, schedule, instanceId }, account }) => ({
    messageId,
    tenantId,
    accountId: account.id,
    dueAt: schedule.sendAt,
    instanceId,
  }));
  return allUnsent([insertScheduled.unsent(rows, {}), keepScheduledAnswers.unsent(scheduled.flatMap(toAnswers), {})]);
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
  { tenantId, reservation }: ReserveItem,
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
  (await readGauge.first(sql, {})) ?? { waiting: 0, oldestAt: null };
