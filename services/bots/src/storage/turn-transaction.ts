import { CHANNELS } from '@parley/common/channels';
import { oneOf } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { TransactionSql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { TurnDeps, TurnStore } from '../use-cases/turn-deps.ts';
import { lockCredit } from './credit-store.ts';

/** The global lock order: the conversation before its turn. No row where the turn has lost its lease. */
const lockConversation = defineStatement({
  name: 'bots.lock-conversation',
  plan: 'index',
  text: `SELECT c.channel, c.status, c.bot, c.bot_epoch AS epoch FROM conversations c
          WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: { channel: oneOf(...CHANNELS), status: 'text', bot: oneOf('on', 'paused'), epoch: 'int4' },
});

const lockTurn = defineStatement({
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

const keepReply = defineStatement({
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

const endTurn = defineStatement({
  name: 'bots.end-turn',
  plan: 'index',
  text: `UPDATE bot_turns SET state = 'done', outcome = $3, reason = $4, sent = $5, ended_at = $6, lease_token = NULL, lease_until = NULL, holder = NULL
          WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int8', outcome: 'text', reason: 'text?', sent: 'int2', endedAt: 'timestamptz' },
});

const openTurn = defineStatement({
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

const pauseConversation = defineStatement({
  name: 'bots.pause-conversation',
  plan: 'index',
  text: `UPDATE conversations SET bot = 'paused', bot_paused_at = $3, bot_epoch = bot_epoch + 1 WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', conversationId: 'int4', pausedAt: 'timestamptz?' },
});

const stopBot = defineStatement({
  name: 'bots.stop',
  plan: 'index',
  text: `UPDATE bots SET status = 'stopped', stopped_reason = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2 AND status = 'active'`,
  params: { tenantId: 'int4', botId: 'int4', reason: 'text', updatedAt: 'timestamptz' },
});

/** Locked: nobody changes the bot's key mode or its key until the bot is stopped. */
const lockBotsKey = defineStatement({
  name: 'bots.lock-bots-key',
  plan: 'index',
  text: `WITH bot AS MATERIALIZED (SELECT b.tenant_id, b.provider, b.key_mode FROM bots b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE),
              own AS MATERIALIZED (SELECT k.status FROM ai_keys k, bot WHERE k.tenant_id = bot.tenant_id AND k.provider = bot.provider FOR SHARE OF k)
         SELECT bot.provider, bot.key_mode, own.status AS key_status FROM bot LEFT JOIN own ON true`,
  params: { tenantId: 'int4', botId: 'int4' },
  row: { provider: 'text!', keyMode: oneOf('own', 'platform'), keyStatus: 'text?' },
});

const makeTurnStore = (sql: TransactionSql): TurnStore => ({
  lockCredit: ({ tenantId }) => lockCredit(sql, tenantId),
  async lock({ id, leaseToken, tenantId, conversationId }) {
    const [conversation, turn] = await Promise.all([
      lockConversation.first(sql, { tenantId, conversationId }),
      lockTurn.first(sql, { id, leaseToken }),
    ]);
    return conversation && turn && { ...turn, conversation };
  },
  async keepReply({ tenantId, id }, reply, rest) {
    await keepReply.run(sql, { ...reply, tenantId, id, firstAt: rest?.firstAt ?? null, dueAt: rest?.dueAt ?? null });
  },
  async end({ tenantId, id }, ending, endedAt) {
    await endTurn.run(sql, { ...ending, tenantId, id, endedAt });
  },
  async open({ tenantId, conversationId, botId }, { triggerMessageId, mergedIds, firstAt, dueAt }, createdAt) {
    const next = { triggerMessageId, mergedIds, firstAt, dueAt };
    await openTurn.run(sql, { ...next, tenantId, conversationId, botId, createdAt });
  },
  async pause({ tenantId, conversationId }, pausedAt) {
    await pauseConversation.run(sql, { tenantId, conversationId, pausedAt });
  },
  async lockBotsKey({ tenantId, botId }) {
    return (await lockBotsKey.first(sql, { tenantId, botId })) ?? null;
  },
  async stopBot({ tenantId, botId }, reason, updatedAt) {
    return (await stopBot.run(sql, { tenantId, botId, reason, updatedAt })) > 0;
  },
  async notify(facts) {
    await writeFacts(sql, facts);
  },
  commitWith: (write) => sql.commitWith(write),
});

/** Runs the steps of a turn in one transaction. */
export const makeInTurnTransaction =
  (database: Pick<Database, 'transaction'>): TurnDeps['inTransaction'] =>
  (work) =>
    retryConflicts(() => database.transaction((sql) => work(makeTurnStore(sql))));
