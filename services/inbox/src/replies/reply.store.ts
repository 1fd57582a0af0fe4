import { at } from '@parley/common/at';
import type { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { json, orNull } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';

/** The newest messages of a conversation that are looked at for an answer. */
const LOOKED_AT = 50;

/** When the first away message is due; null when none waits. */
export const findDueAway = defineDue({
  name: 'inbox.find-due-away-message',
  text: 'SELECT due_at FROM away_messages ORDER BY due_at LIMIT 1',
});

/**
 * Takes rows that are due for a worker, with the facts that decide. Answered: something was sent after the message, or
 * by a person since the hours ended, the away message itself included. A row that the message's transaction or another
 * worker holds is taken in the next round.
 */
const claimDue = defineStatement({
  name: 'inbox.claim-away-messages',
  text: `WITH due AS MATERIALIZED (
           SELECT a.conversation_id FROM away_messages a WHERE a.due_at <= $1
            ORDER BY a.due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED),
         taken AS (
           UPDATE away_messages a SET due_at = $2 FROM due WHERE a.conversation_id = due.conversation_id
           RETURNING a.conversation_id, a.tenant_id, a.message_id, a.closed_at)
         SELECT a.conversation_id, a.tenant_id, a.message_id, a.closed_at,
                t.away_message, t.business_hours, t.status = 'active' AND c.status = 'open' AND c.thread_owner IS DISTINCT FROM 'theirs' AS is_open,
                EXISTS (SELECT 1 FROM bot_turns b WHERE b.conversation_id = a.conversation_id AND b.state = 'open') AS has_turn,
                EXISTS (
                  SELECT 1 FROM (
                    SELECT m.id, m.direction, m.created_at, m.extra -> 'bot' AS bot FROM messages m
                     WHERE m.conversation_id = a.conversation_id ORDER BY m.id DESC LIMIT ${LOOKED_AT}) m
                   WHERE m.direction = 'out'
                     AND (m.id > a.message_id OR m.created_at >= a.closed_at AND m.bot IS NULL)) AS is_answered
           FROM taken a JOIN tenants t ON t.id = a.tenant_id JOIN conversations c ON c.id = a.conversation_id`,
  params: { now: 'timestamptz', until: 'timestamptz', limit: 'int8' },
  row: {
    conversationId: 'int4',
    tenantId: 'int4',
    messageId: 'int8',
    closedAt: 'timestamptz',
    awayMessage: 'text?',
    businessHours: orNull(json<BusinessHours>()),
    isOpen: 'bool!',
    hasTurn: 'bool!',
    isAnswered: 'bool!',
  },
});

/** A message that arrived outside of the business hours, with the facts that decide whether it gets an away message. */
export type Unattended = Awaited<ReturnType<typeof claimDue.all>>[number];

/** Takes a batch for a worker, until the given time. */
export const claimUnattended = (
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Unattended[]> => claimDue.all(sql, { now, until, limit: String(limit) });

const postponeAway = defineStatement({
  name: 'inbox.postpone-away-message',
  plan: 'index',
  text: 'UPDATE away_messages SET due_at = $2 WHERE conversation_id = $1',
  params: { conversationId: 'int4', dueAt: 'timestamptz' },
});

/** Decides later: a bot may still answer. */
export const postponeUnattended = (sql: Sql, { conversationId }: Unattended, dueAt: Date): Promise<unknown> =>
  postponeAway.run(sql, { conversationId, dueAt });

const endAway = defineStatement({
  name: 'inbox.end-away-message',
  plan: 'index',
  text: 'DELETE FROM away_messages WHERE conversation_id = $1 AND message_id = $2',
  params: { conversationId: 'int4', messageId: 'int8' },
});

/** The message is decided on; one that arrived since stays. */
export const endUnattended = (sql: Sql, { conversationId, messageId }: Unattended): Promise<unknown> =>
  endAway.run(sql, { conversationId, messageId });

/** A customer is not asked more often, however often the conversation is opened and resolved. */
const PAUSE = `interval '1 day'`;
/** The reply window of the channels: later an answer could not be sent. */
const WINDOW = `interval '24 hours'`;
/** People do not remember what a question is about when it comes after an outage. */
const LATE = `interval '1 hour'`;

const askResolved = defineStatement({
  name: 'inbox.ask-satisfaction',
  plan: 'index',
  text: `INSERT INTO satisfaction_questions (conversation_id, tenant_id, resolved_at, due_at)
         SELECT c.id, c.tenant_id, $3, $4
           FROM conversations c
          WHERE c.id = ANY ($2) AND c.tenant_id = $1 AND c.last_inbound_at > $3::timestamptz - ${WINDOW}
            AND c.peer NOT LIKE '%@g.us' AND NOT (c.channel = 'tg' AND c.peer LIKE '-%')
            AND (SELECT t.satisfaction_question FROM tenants t WHERE t.id = $1) IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM satisfaction_questions q
                             WHERE q.conversation_id = c.id AND q.resolved_at > $3::timestamptz - ${PAUSE})`,
  params: { tenantId: 'int4', ids: 'int4[]', now: 'timestamptz', dueAt: 'timestamptz' },
});

/** Notes the question for resolved conversations that the transaction has locked; none where the workspace asks nothing. */
export const askSatisfaction = (
  sql: Sql,
  asked: { tenantId: number; ids: number[]; now: Date; dueAt: Date },
): Promise<unknown> => askResolved.run(sql, asked);

/** When the first question is due; null when none waits. */
export const findDueQuestion = defineDue({
  name: 'inbox.find-due-satisfaction',
  text: 'SELECT due_at FROM satisfaction_questions ORDER BY due_at LIMIT 1',
});

/** A question that a worker has taken is marked as sent before it is: the answer may come first. */
const claimDueQuestions = defineStatement({
  name: 'inbox.claim-satisfaction',
  text: `WITH due AS MATERIALIZED (
           SELECT q.id FROM satisfaction_questions q WHERE q.due_at <= $1
            ORDER BY q.due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED),
         taken AS (
           UPDATE satisfaction_questions q SET due_at = $2, sent_at = $1 FROM due WHERE q.id = due.id
           RETURNING q.id, q.conversation_id, q.tenant_id, q.resolved_at)
         SELECT q.id, q.conversation_id, q.tenant_id, t.satisfaction_question AS message,
                t.status = 'active' AND c.status = 'resolved' AND c.thread_owner IS DISTINCT FROM 'theirs'
                AND q.resolved_at > $1 - ${LATE} AS is_wanted
           FROM taken q JOIN tenants t ON t.id = q.tenant_id JOIN conversations c ON c.id = q.conversation_id`,
  params: { now: 'timestamptz', until: 'timestamptz', limit: 'int8' },
  row: { id: 'int8', conversationId: 'int4', tenantId: 'int4', message: 'text?', isWanted: 'bool!' },
});

/** A due question, with the facts that decide whether it is sent. */
export type DueQuestion = Awaited<ReturnType<typeof claimDueQuestions.all>>[number];

/** Takes a batch for a worker, until the given time. */
export const claimQuestions = (
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueQuestion[]> => claimDueQuestions.all(sql, { now, until, limit: String(limit) });

const decideOne = defineStatement({
  name: 'inbox.decide-satisfaction',
  plan: 'index',
  text: `UPDATE satisfaction_questions SET due_at = NULL, sent_at = CASE WHEN $2 THEN sent_at END WHERE id = $1`,
  params: { id: 'int8', isSent: 'bool' },
});

/** The question was sent, or it never will be. */
export const decideQuestion = (sql: Sql, { id }: DueQuestion, isSent: boolean): Promise<unknown> =>
  decideOne.run(sql, { id, isSent });

const countScores = defineStatement({
  name: 'inbox.count-satisfaction',
  text: `SELECT count(*)::int4 AS asked, count(*) FILTER (WHERE score = 3)::int4 AS good,
                count(*) FILTER (WHERE score = 2)::int4 AS middling, count(*) FILTER (WHERE score = 1)::int4 AS bad
           FROM satisfaction_questions WHERE tenant_id = $1 AND resolved_at >= $2 AND sent_at IS NOT NULL`,
  params: { tenantId: 'int4', since: 'timestamptz' },
  row: { asked: 'int4!', good: 'int4!', middling: 'int4!', bad: 'int4!' },
});

/** How many questions of the tenant were sent since, and how they were answered. */
export async function countSatisfaction(
  sql: Sql,
  asked: { tenantId: number; since: Date },
): Promise<{ asked: number; good: number; middling: number; bad: number }> {
  return at(await countScores.all(sql, asked), 0);
}
