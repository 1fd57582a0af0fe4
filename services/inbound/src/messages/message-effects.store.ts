import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Rating } from './message.rules.ts';

/** An answer that comes later is a message like any other. */
const ANSWERED_WITHIN = `interval '24 hours'`;

const findOpen = defineStatement({
  name: 'inbound.find-open-questions',
  plan: 'index',
  text: `SELECT q.conversation_id, q.id FROM satisfaction_questions q
          WHERE q.conversation_id = ANY ($1) AND q.sent_at > $2::timestamptz - ${ANSWERED_WITHIN} AND q.score IS NULL
          ORDER BY q.id`,
  params: { conversationIds: 'int4[]', now: 'timestamptz' },
  row: { conversationId: 'int4', id: 'int8' },
});

/** The newest open question of each of these conversations, which the transaction has locked. */
export async function findOpenQuestions(
  sql: Sql,
  conversationIds: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const rows = await findOpen.all(sql, { conversationIds: [...conversationIds], now });
  return new Map(rows.map(({ conversationId, id }) => [conversationId, id]));
}

/** The answer needs none itself: what was written up to it waits no longer. */
const writeScores = defineBatchStatement({
  name: 'inbound.write-ratings',
  plan: 'index',
  text: (items) => `WITH given AS (SELECT * FROM ${items.as('w')}),
         closed AS (
           UPDATE conversations c SET closed_message_id = w.message_id FROM given w WHERE c.id = w.conversation_id)
         UPDATE satisfaction_questions q SET score = w.score FROM given w WHERE q.id = w.id`,
  items: { id: 'int8', score: 'int4', conversationId: 'int4', messageId: 'int8' },
});

/** Stores answers; their conversations are locked. */
export const writeRatings = (sql: Sql, ratings: readonly Rating[]): Promise<unknown> =>
  writeScores.run(sql, ratings, {});

/** A message that may have to be answered by an away message. */
export interface UnattendedMessage {
  conversationId: number;
  tenantId: number;
  messageId: string;
  /** When the business hours ended before it. */
  closedAt: Date;
}

/** A row that a worker is sending for keeps its time: it is deleted only if it still names the same message. */
const upsertAway = defineBatchStatement({
  name: 'inbound.write-unattended',
  plan: 'index',
  text: (items) => `INSERT INTO away_messages AS a (conversation_id, tenant_id, message_id, closed_at, due_at)
         SELECT w.conversation_id, w.tenant_id, w.message_id, w.closed_at, $5
           FROM ${items.as('w')}
          ORDER BY w.conversation_id
             ON CONFLICT (conversation_id) DO UPDATE
            SET message_id = greatest(a.message_id, excluded.message_id), closed_at = excluded.closed_at`,
  items: { conversationId: 'int4', tenantId: 'int4', messageId: 'int8', closedAt: 'timestamptz' },
  params: { now: 'timestamptz' },
});

/** Notes the messages, of different conversations, for services/inbox. */
export const writeUnattended = (sql: Sql, messages: readonly UnattendedMessage[], now: Date): Promise<unknown> =>
  upsertAway.run(sql, messages, { now });
