import type { BusinessHours } from '@parley/common/contracts/console/workspace-settings';
import { json, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** The newest messages of a conversation that are looked at for an answer. */
const LOOKED_AT = 50;

/**
 * Takes rows that are due for a worker, with the facts that decide. Answered: something was sent after the message, or
 * by anybody but a bot since the hours ended, the away message itself included. A row that the message's transaction or
 * another worker holds is taken in the next round.
 */
const claim = defineStatement({
  name: 'inbox.claim-away-messages',
  text: `WITH due AS MATERIALIZED (
           SELECT a.conversation_id FROM away_messages a WHERE a.due_at <= $1
            ORDER BY a.due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED),
         taken AS (
           UPDATE away_messages a SET due_at = $2 FROM due WHERE a.conversation_id = due.conversation_id
           RETURNING a.conversation_id, a.tenant_id, a.message_id, a.closed_at)
         SELECT a.conversation_id, a.tenant_id, a.message_id, a.closed_at,
                t.away_message, t.business_hours, t.status = 'active' AND c.status = 'open' AS is_open,
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
export type Unattended = Awaited<ReturnType<typeof claim.all>>[number];

/** Takes a batch for a worker, until the given time. */
export const claimUnattended = (
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Unattended[]> => claim.all(sql, { now, until, limit: String(limit) });

const postpone = defineStatement({
  name: 'inbox.postpone-away-message',
  plan: 'index',
  text: 'UPDATE away_messages SET due_at = $2 WHERE conversation_id = $1',
  params: { conversationId: 'int4', dueAt: 'timestamptz' },
});

/** Decides later: a bot may still answer. */
export const postponeUnattended = (sql: Sql, { conversationId }: Unattended, dueAt: Date): Promise<unknown> =>
  postpone.run(sql, { conversationId, dueAt });

const end = defineStatement({
  name: 'inbox.end-away-message',
  plan: 'index',
  text: 'DELETE FROM away_messages WHERE conversation_id = $1 AND message_id = $2',
  params: { conversationId: 'int4', messageId: 'int8' },
});

/** The message is decided on; one that arrived since stays. */
export const endUnattended = (sql: Sql, { conversationId, messageId }: Unattended): Promise<unknown> =>
  end.run(sql, { conversationId, messageId });
