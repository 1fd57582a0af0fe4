import type { Sql } from '@parley/database/sql';
import { json, oneOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { type BotMessage, decideOpenings, type OpeningBot } from './decide-openings.ts';
import { type Author, markMachines } from './mark-machines.ts';

/**
 * SQL: whether the tenant in this column has a bot that may answer. Used in statements that load other data of the
 * transaction anyway. For an EXISTS, PostgreSQL may hash the whole table.
 */
export const hasBot = (tenantId: string): string =>
  `(SELECT b.id FROM bots b WHERE b.tenant_id = ${tenantId} AND b.enabled AND b.status = 'active' AND b.deleted_at IS NULL
     LIMIT 1) IS NOT NULL`;

/** Bots of an inactive tenant do not answer. */
const findBots = defineStatement({
  name: 'bots.find-opening-bots',
  plan: 'index',
  text: `SELECT b.id, b.tenant_id, b.accounts, b.trigger, b.stop_words, b.groups, b.debounce_seconds, b.max_wait_seconds,
                b.resume_after_minutes
           FROM bots b JOIN tenants t ON t.id = b.tenant_id AND t.status = 'active'
          WHERE b.tenant_id = ANY ($1) AND b.enabled AND b.status = 'active' AND b.deleted_at IS NULL ORDER BY b.id`,
  params: { tenantIds: 'int4[]' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    accounts: 'int4[]!',
    trigger: json<OpeningBot['trigger']>(),
    stopWords: 'text[]!',
    groups: 'bool',
    debounceSeconds: 'int4',
    maxWaitSeconds: 'int4',
    resumeAfterMinutes: 'int4?',
  },
});

/** The caller has locked the conversations. */
const findConversations = defineStatement({
  name: 'bots.find-conversations',
  plan: 'index',
  text: 'SELECT c.id AS conversation_id, c.bot, c.bot_paused_at FROM conversations c WHERE c.id = ANY ($1)',
  params: { conversationIds: 'int4[]' },
  row: { conversationId: 'int4', bot: oneOf('on', 'paused'), botPausedAt: 'timestamptz?' },
});

const lockOpenTurns = defineStatement({
  name: 'bots.lock-open-turns',
  plan: 'index',
  text: `SELECT t.id, t.conversation_id, t.bot_id, t.first_at, t.due_at, t.reply IS NOT NULL AS has_reply
           FROM bot_turns t WHERE t.conversation_id = ANY ($1) AND t.state = 'open' ORDER BY t.conversation_id FOR UPDATE`,
  params: { conversationIds: 'int4[]' },
  row: {
    id: 'int8',
    conversationId: 'int4',
    botId: 'int4',
    firstAt: 'timestamptz',
    dueAt: 'timestamptz',
    hasReply: 'bool!',
  },
});

const insertTurns = defineBatchStatement({
  name: 'bots.open-turns',
  plan: 'index',
  text: `INSERT INTO bot_turns (tenant_id, conversation_id, bot_id, trigger_message_id, first_at, due_at, created_at)
         SELECT tenant_id, conversation_id, bot_id, trigger_message_id, first_at, due_at, first_at
           FROM unnest($1::int4[], $2::int4[], $3::int4[], $4::int8[], $5::timestamptz[], $6::timestamptz[])
             AS w(tenant_id, conversation_id, bot_id, trigger_message_id, first_at, due_at)`,
  items: {
    tenantId: 'int4',
    conversationId: 'int4',
    botId: 'int4',
    triggerMessageId: 'int8',
    firstAt: 'timestamptz',
    dueAt: 'timestamptz',
  },
});

const moveTurns = defineBatchStatement({
  name: 'bots.move-turns',
  plan: 'index',
  text: `UPDATE bot_turns t SET trigger_message_id = w.trigger_message_id, first_at = w.first_at, due_at = w.due_at
           FROM unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[])
             AS w(id, trigger_message_id, first_at, due_at)
          WHERE t.id = w.id`,
  items: { id: 'int8', triggerMessageId: 'int8', firstAt: 'timestamptz', dueAt: 'timestamptz' },
});

const endTurns = defineStatement({
  name: 'bots.end-turns',
  plan: 'index',
  text: `UPDATE bot_turns t SET state = 'done', outcome = 'no_reply', reason = 'stop_word', ended_at = $2 WHERE t.id = ANY ($1)`,
  params: { ids: 'int8[]', now: 'timestamptz' },
});

const resumeConversations = defineStatement({
  name: 'bots.resume-conversations',
  plan: 'index',
  text: `UPDATE conversations c SET bot = 'on', bot_paused_at = NULL WHERE c.id = ANY ($1)`,
  params: { conversationIds: 'int4[]' },
});

/** A stored message, with its author. */
export type WrittenMessage = Omit<BotMessage, 'isMachine'> & Author;

/**
 * Opens turns for customers' messages, or extends open ones, in the transaction that stores the messages and has locked
 * their conversations. Call it when {@link hasBot} is true for the tenant.
 */
export async function openTurns(sql: Sql, written: readonly WrittenMessage[], now: Date): Promise<void> {
  if (written.length === 0) return;
  const conversationIds = [...new Set(written.map(({ conversationId }) => conversationId))];
  const messages = await markMachines(sql, written);
  const bots = await findBots.all(sql, { tenantIds: [...new Set(written.map(({ tenantId }) => tenantId))] });
  const conversations = await findConversations.all(sql, { conversationIds });
  const turns = await lockOpenTurns.all(sql, { conversationIds });
  const { opened, moved, ended, resumed } = decideOpenings(messages, { bots, conversations, turns, now });
  if (resumed.length > 0) await resumeConversations.run(sql, { conversationIds: resumed });
  await moveTurns.run(sql, moved, {});
  if (ended.length > 0) await endTurns.run(sql, { ids: ended, now });
  await insertTurns.run(sql, opened, {});
}
