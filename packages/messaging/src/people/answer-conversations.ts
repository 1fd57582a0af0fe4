import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { sendNow, type Unsent } from '@parley/database/statements/unsent';

/** A conversation in which something was sent. */
export interface AnsweredConversation {
  conversationId: number;
  /** When it was sent. */
  at: Date;
  /** The newest message with which the workspace answered; null when only a bot did. */
  answeredBy: string | null;
}

/** Counts only messages after the answer: none, in most conversations. */
const answer = defineBatchStatement({
  name: 'people.answer-conversations',
  plan: 'index',
  text: `UPDATE conversations c
            SET last_message_at = greatest(c.last_message_at, w.at),
                read_message_id = greatest(c.read_message_id, w.answered_by),
                unread = CASE WHEN c.unread = 0 OR w.answered_by IS NULL OR w.answered_by <= c.read_message_id THEN c.unread
                              ELSE (SELECT count(*)::int4 FROM messages m
                                     WHERE m.conversation_id = c.id AND m.id > w.answered_by AND m.direction = 'in') END
           FROM unnest($1::int4[], $2::timestamptz[], $3::int8[]) AS w(id, at, answered_by)
          WHERE c.id = w.id AND (c.last_message_at < w.at OR c.read_message_id < w.answered_by)`,
  items: { conversationId: 'int4', at: 'timestamptz', answeredBy: 'int8?' },
});

/**
 * Updates the newest activity and the unread count of conversations with a new outbound message. The caller has locked
 * them in an earlier statement, so that no customer message is missed in the count.
 */
export async function answerConversations(sql: Sql, answered: readonly AnsweredConversation[]): Promise<void> {
  await sendNow(sql, answeredConversations(answered));
}

/** {@link answerConversations} as a last write. */
export const answeredConversations = (answered: readonly AnsweredConversation[]): Unsent<unknown> =>
  answer.unsent(answered, {});
