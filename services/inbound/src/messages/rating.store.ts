import type { Score } from '@parley/common/rating';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';

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
const write = defineBatchStatement({
  name: 'inbound.write-ratings',
  plan: 'index',
  text: `WITH given AS (SELECT * FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::int8[]) AS w(id, score, conversation_id, message_id)),
         closed AS (
           UPDATE conversations c SET closed_message_id = w.message_id FROM given w WHERE c.id = w.conversation_id)
         UPDATE satisfaction_questions q SET score = w.score FROM given w WHERE q.id = w.id`,
  items: { id: 'int8', score: 'int4', conversationId: 'int4', messageId: 'int8' },
});

/** The answer of a question, which a message gives. */
export interface Rating {
  id: string;
  score: Score;
  conversationId: number;
  messageId: string;
}

/** Stores answers; their conversations are locked. */
export const writeRatings = (sql: Sql, ratings: readonly Rating[]): Promise<unknown> => write.run(sql, ratings, {});
