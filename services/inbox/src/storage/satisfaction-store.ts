import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** A customer is not asked more often, however often the conversation is opened and resolved. */
const PAUSE = `interval '1 day'`;
/** The reply window of the channels: later an answer could not be sent. */
const WINDOW = `interval '24 hours'`;
/** Nobody remembers what a question is about that comes after an outage. */
const LATE = `interval '1 hour'`;

const ask = defineStatement({
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
): Promise<unknown> => ask.run(sql, asked);

/** A question that a worker has taken is marked as sent before it is: the answer may come first. */
const claim = defineStatement({
  name: 'inbox.claim-satisfaction',
  text: `WITH due AS MATERIALIZED (
           SELECT q.id FROM satisfaction_questions q WHERE q.due_at <= $1
            ORDER BY q.due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED),
         taken AS (
           UPDATE satisfaction_questions q SET due_at = $2, sent_at = $1 FROM due WHERE q.id = due.id
           RETURNING q.id, q.conversation_id, q.tenant_id, q.resolved_at)
         SELECT q.id, q.conversation_id, q.tenant_id, t.satisfaction_question AS message,
                t.status = 'active' AND c.status = 'resolved' AND q.resolved_at > $1 - ${LATE} AS is_wanted
           FROM taken q JOIN tenants t ON t.id = q.tenant_id JOIN conversations c ON c.id = q.conversation_id`,
  params: { now: 'timestamptz', until: 'timestamptz', limit: 'int8' },
  row: { id: 'int8', conversationId: 'int4', tenantId: 'int4', message: 'text?', isWanted: 'bool!' },
});

/** A due question, with the facts that decide whether it is sent. */
export type DueQuestion = Awaited<ReturnType<typeof claim.all>>[number];

/** Takes a batch for a worker, until the given time. */
export const claimQuestions = (
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueQuestion[]> => claim.all(sql, { now, until, limit: String(limit) });

const decide = defineStatement({
  name: 'inbox.decide-satisfaction',
  plan: 'index',
  text: `UPDATE satisfaction_questions SET due_at = NULL, sent_at = CASE WHEN $2 THEN sent_at END WHERE id = $1`,
  params: { id: 'int8', isSent: 'bool' },
});

/** The question was sent, or it never will be. */
export const decideQuestion = (sql: Sql, { id }: DueQuestion, isSent: boolean): Promise<unknown> =>
  decide.run(sql, { id, isSent });

const count = defineStatement({
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
  const [row] = await count.all(sql, asked);
  return row ?? { asked: 0, good: 0, middling: 0, bad: 0 };
}
