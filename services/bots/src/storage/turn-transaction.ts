import { oneOf } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { TurnDeps, TurnStore } from '../use-cases/run-turn.ts';

/** In the order of all: the conversation before its turn. No row where the turn is not held any more. */
const lockTalk = defineStatement({
  name: 'bots.lock-talk',
  text: `SELECT c.channel, c.status, c.bot, c.bot_epoch AS epoch FROM conversations c
          WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: { channel: 'text', status: 'text', bot: oneOf('on', 'paused'), epoch: 'int4' },
});

const lockTurn = defineStatement({
  name: 'bots.lock-turn',
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

const makeTurnStore = ({ prisma, sql }: PrismaTransaction): TurnStore => ({
  async lock({ id, leaseToken, tenantId, conversationId }) {
    const talk = await lockTalk.first(sql, { tenantId, conversationId });
    const turn = await lockTurn.first(sql, { id, leaseToken });
    return talk && turn && { ...turn, talk };
  },
  async keepReply({ id }, { texts, handedOver, reason, answeredId }) {
    const data = { reply: texts, handedOver, reason, answeredId: BigInt(answeredId) };
    await prisma.botTurn.update({ where: { id: BigInt(id) }, data });
  },
  async end({ id }, { outcome, reason }, endedAt) {
    const data = { state: 'done', outcome, reason, endedAt, leaseToken: null, leaseUntil: null, holder: null };
    await prisma.botTurn.update({ where: { id: BigInt(id) }, data });
  },
  async open({ tenantId, conversationId, botId }, { triggerMessageId, mergedIds, firstAt, dueAt }, createdAt) {
    const data = { tenantId, conversationId, botId, mergedIds, firstAt, dueAt, createdAt };
    await prisma.botTurn.create({ data: { ...data, triggerMessageId: BigInt(triggerMessageId) } });
  },
  async pause({ tenantId, conversationId }, pausedAt) {
    await prisma.conversation.updateMany({
      where: { tenantId, id: conversationId },
      data: { bot: 'paused', botPausedAt: pausedAt, botEpoch: { increment: 1 } },
    });
  },
  async stopBot({ tenantId, botId }, stoppedReason, updatedAt) {
    const where = { tenantId, id: botId, status: 'active' };
    return (await prisma.bot.updateMany({ where, data: { status: 'stopped', stoppedReason, updatedAt } })).count > 0;
  },
  async notify(fact) {
    await writeFacts(sql, [fact]);
  },
});

/** Runs the steps of a turn in one transaction. */
export const makeInTurnTransaction =
  (database: Pick<Database, 'prismaTransaction'>): TurnDeps['inTransaction'] =>
  (work) =>
    retryConflicts(() => database.prismaTransaction((transaction) => work(makeTurnStore(transaction))));
