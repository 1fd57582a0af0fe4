import type { BusClient } from '@parley/bus/bus-client';
import { sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import { showTyping } from '@parley/common/contracts/internal/show-typing';
import { makeId } from '@parley/common/ids';
import type { ClaimAs } from '@parley/database/claim-holder';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Logger } from '@parley/runtime/logger';
import { shareCalls } from '@parley/runtime/share-calls';
import type { Bot } from '../domain/bot.ts';
import { findBot } from '../storage/bot-store.ts';
import { findStanding } from '../storage/standing-store.ts';
import * as turns from '../storage/turn-store.ts';
import { makeInTurnTransaction } from '../storage/turn-transaction.ts';
import type { MakeReply } from '../use-cases/make-reply.ts';
import { makeRunTurn } from '../use-cases/run-turn.ts';
import { makeRunTurns } from '../use-cases/run-turns.ts';
import type { RunningBot, TurnDeps } from '../use-cases/turn-deps.ts';

/** Dependencies of turns. */
export interface TurnParts {
  /** For claims and leases, which must not wait for turns. */
  database: Pick<PrismaDatabase, 'query' | 'prisma'>;
  /** For the steps of turns. */
  steps: Pick<PrismaDatabase, 'query' | 'transaction'>;
  bus: Pick<BusClient, 'call'>;
  reply: MakeReply;
  prices: TurnDeps['prices'];
  count: TurnDeps['count'];
  /** The worker number under which turns are claimed. */
  claimAs: ClaimAs;
  logger: Pick<Logger, 'warn'>;
  now(): Date;
}

const runningBot = (bot: Bot, reply: TurnParts['reply']): RunningBot => ({
  ...bot,
  turnsPerHour: bot.caps.turns_per_conversation_hour,
  reply: ({ id: turnId, tenantId, conversationId, mergedIds, triggerMessageId }, callsBefore, signal) =>
    reply({ tenantId, bot, conversationId, mergedIds, turnId, callsBefore, triggerMessageId, signal }),
});

/** Best effort: the reply is sent even if the typing indicator fails. */
const makeShowTyping =
  (bus: TurnParts['bus']): TurnDeps['showTyping'] =>
  async ({ tenantId, conversationId, triggerMessageId }) => {
    const asked = { tenantId, conversationId, messageId: triggerMessageId };
    await bus.call(showTyping, asked, { requestId: makeId('req') }).catch(() => {});
  };

const makeSend =
  (bus: TurnParts['bus']): TurnDeps['send'] =>
  ({ turn, part, text, facts }) =>
    bus.call(
      sendBotMessage,
      {
        tenantId: turn.tenantId,
        conversationId: turn.conversationId,
        part,
        message: text,
        epoch: turn.epoch,
        facts,
      },
      { requestId: makeId('req') },
    );

/** Wires the turns of this process. */
export function openTurns({ database, steps, bus, reply, prices, count, claimAs, logger, now }: TurnParts) {
  const { prisma } = database;
  const runTurn = makeRunTurn({
    inTransaction: makeInTurnTransaction(steps),
    findBot: shareCalls(async (tenantId, botId) => {
      const bot = await findBot(prisma, tenantId, botId);
      return bot && runningBot(bot, reply);
    }),
    findStanding: (turn, since) => findStanding(steps, turn, since),
    sumUsage: (turn) => turns.sumTurnUsage(steps, turn),
    countSent: (turn) => turns.countSent(prisma, turn),
    release: (turn, dueAt) => turns.releaseTurn(steps, turn, dueAt),
    send: makeSend(bus),
    showTyping: makeShowTyping(bus),
    prices,
    count,
    now,
  });
  const running = makeRunTurns({
    claim: async (given) => turns.claimTurns(database, { ...given, holder: await claimAs() }),
    renew: (held, until) => turns.renewLeases(database, held, until),
    release: (held, dueAt) => turns.releaseTurn(database, held, dueAt),
    runTurn,
    report: (error, { turn }) =>
      logger.warn(
        'bot-turn.failed',
        { err: error, turn_id: turn.id },
        'A turn of a bot could not be run; it is tried again.',
      ),
    now,
  });
  return { ...running, findDueAt: () => turns.findDueTurnAt(database) };
}

export type Turns = ReturnType<typeof openTurns>;
