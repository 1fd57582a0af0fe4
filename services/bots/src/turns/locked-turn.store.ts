import { CHANNELS } from '@parley/common/channels';
import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { Unsent } from '@parley/database/statements/unsent';
import { BOT_MODE } from '@parley/messaging/threads/thread-owner';
import type { BotsKey, ClaimedTurn, Ending } from './decide-turn.rules.ts';
import type { LockedTurn, StoredReply } from './turn.rules.ts';

/** The global lock order: the conversation before its turn. No row where the turn has lost its lease. */
const lockConversationRow = defineStatement({
  name: 'bots.lock-conversation',
  plan: 'index',
  text: `SELECT c.channel, c.status, ${BOT_MODE} AS bot, c.bot_epoch AS epoch FROM conversations c
          WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: { channel: oneOf(...CHANNELS), status: 'text', bot: computed(oneOf('on', 'paused')), epoch: 'int4' },
});

const lockTurnRow = defineStatement({
  name: 'bots.lock-turn',
  plan: 'index',
  text: `SELECT t.trigger_message_id, t.answered_id, t.merged_ids, t.first_at, t.due_at FROM bot_turns t
          WHERE t.id = $1 AND t.lease_token = $2::text::uuid AND t.state = 'open' FOR UPDATE`,
  params: { id: 'int8', leaseToken: 'text' },
  row: {
    triggerMessageId: 'int8',
    answeredId: 'int8?',
    mergedIds: 'int4[]!',
    firstAt: 'timestamptz',
    dueAt: 'timestamptz',
  },
});

const updateReply = defineStatement({
  name: 'bots.keep-reply',
  plan: 'index',
  text: `UPDATE bot_turns SET reply = $3, handed_over = $4, reason = $5, answered_id = $6,
                first_at = coalesce($7, first_at), due_at = coalesce($8, due_at) WHERE tenant_id = $1 AND id = $2`,
  params: {
    tenantId: 'int4',
    id: 'int8',
    texts: 'jsonb',
    handedOver: 'bool',
    reason: 'text?',
    answeredId: 'int8',
    firstAt: 'timestamptz?',
    dueAt: 'timestamptz?',
  },
});

const updateEnd = defineStatement({
  name: 'bots.end-turn',
  plan: 'index',
  text: `UPDATE bot_turns SET state = 'done', outcome = $3, reason = $4, sent = $5, ended_at = $6, lease_token = NULL, lease_until = NULL, holder = NULL
          WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int8', outcome: 'text', reason: 'text?', sent: 'int2', endedAt: 'timestamptz' },
});

const insertTurn = defineStatement({
  name: 'bots.open-next-turn',
  plan: 'index',
  text: `INSERT INTO bot_turns (tenant_id, conversation_id, bot_id, trigger_message_id, merged_ids, first_at, due_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: {
    tenantId: 'int4',
    conversationId: 'int4',
    botId: 'int4',
    triggerMessageId: 'int8',
    mergedIds: 'int4[]',
    firstAt: 'timestamptz',
    dueAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
});

const updatePause = defineStatement({
  name: 'bots.pause-conversation',
  plan: 'index',
  text: `UPDATE conversations SET bot = 'paused', bot_paused_at = $3, bot_epoch = bot_epoch + 1 WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', conversationId: 'int4', pausedAt: 'timestamptz?' },
});

const updateBotStopped = defineStatement({
  name: 'bots.stop',
  plan: 'index',
  text: `UPDATE bots SET status = 'stopped', stopped_reason = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2 AND status = 'active'`,
  params: { tenantId: 'int4', botId: 'int4', reason: 'text', updatedAt: 'timestamptz' },
});

/** The lock keeps the bot's key mode and its key unchanged until the bot is stopped. */
const lockKeyRow = defineStatement({
  name: 'bots.lock-bots-key',
  plan: 'index',
  text: `WITH bot AS MATERIALIZED (SELECT b.tenant_id, b.provider, b.key_mode FROM bots b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE),
              own AS MATERIALIZED (SELECT k.status FROM ai_keys k, bot WHERE k.tenant_id = bot.tenant_id AND k.provider = bot.provider FOR SHARE OF k)
         SELECT bot.provider, bot.key_mode, own.status AS key_status FROM bot LEFT JOIN own ON true`,
  params: { tenantId: 'int4', botId: 'int4' },
  row: { provider: 'text!', keyMode: oneOf('own', 'platform'), keyStatus: 'text?' },
});

/** Locks the conversation, then the turn; null when its lease is lost. */
export async function lockTurn(
  sql: Sql,
  { id, leaseToken, tenantId, conversationId }: ClaimedTurn,
): Promise<LockedTurn | null> {
  const [conversation, turn] = await Promise.all([
    lockConversationRow.first(sql, { tenantId, conversationId }),
    lockTurnRow.first(sql, { id, leaseToken }),
  ]);
  return conversation && turn && { ...turn, conversation };
}

/**
 * Stores the reply of a turn. `rest`: when the answer to messages that the reply does not cover is due; null: there are
 * none.
 */
export const keepReply = (
  { tenantId, id, triggerMessageId: answeredId }: ClaimedTurn,
  { texts, handedOver, reason }: StoredReply,
  rest: Pick<LockedTurn, 'firstAt' | 'dueAt'> | null,
): Unsent<unknown> => {
  const due = { firstAt: rest?.firstAt ?? null, dueAt: rest?.dueAt ?? null };
  return updateReply.unsent({ tenantId, id, texts, handedOver, reason, answeredId, ...due });
};

/** Stores the end of a turn, and the number of parts sent. */
export const closeTurn = (
  { tenantId, id, sent }: ClaimedTurn,
  ending: Pick<Ending, 'outcome' | 'reason'>,
  endedAt: Date,
): Unsent<unknown> => updateEnd.unsent({ tenantId, id, sent, ...ending, endedAt });

/** Opens the next turn of the conversation. */
export const openNextTurn = (
  { tenantId, conversationId, botId }: ClaimedTurn,
  { triggerMessageId, mergedIds, firstAt, dueAt }: LockedTurn,
  createdAt: Date,
): Unsent<unknown> => {
  const next = { triggerMessageId, mergedIds, firstAt, dueAt, createdAt };
  return insertTurn.unsent({ tenantId, conversationId, botId, ...next });
};

/** Pauses the bot in a conversation. `pausedAt` null: until a member turns the bot on again. */
export const pauseConversation = ({ tenantId, conversationId }: ClaimedTurn, pausedAt: Date | null): Unsent<unknown> =>
  updatePause.unsent({ tenantId, conversationId, pausedAt });

/** Locks the bot's current key; null: the bot was deleted. */
export const lockBotsKey = (sql: Sql, { tenantId, botId }: ClaimedTurn): Promise<BotsKey | null> =>
  lockKeyRow.first(sql, { tenantId, botId });

/** Stops the bot of a turn. False when it was stopped already. */
export const stopBot = async (
  sql: Sql,
  { tenantId, botId }: ClaimedTurn,
  reason: string,
  updatedAt: Date,
): Promise<boolean> => (await updateBotStopped.run(sql, { tenantId, botId, reason, updatedAt })) > 0;
