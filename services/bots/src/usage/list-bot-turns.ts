import { verb } from '@parley/bus/verb';
import type { Camel } from '@parley/common/casing/camel';
import { type BotTurnView, listBotTurns as contract } from '@parley/common/contracts/operator/bot-turns';
import { AppError } from '@parley/common/errors';
import { showRowId } from '@parley/common/values/row-ids';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { z } from 'zod';
import type { BotsRecords } from '../records.ts';
import { findBotScope } from '../settings/find-bot-scope.steps.ts';
import { type ListedTurn, listTurns, wasBotOf } from './report.store.ts';
import { toUsageView } from './usage.rules.ts';

const TURNS = defineCursor('bot-turns', { id: 'int8' });

const toView = (turn: ListedTurn): Camel<z.infer<typeof BotTurnView>> => ({
  id: showRowId('turn', turn.id),
  conversationId: turn.conversationId,
  state: turn.state,
  outcome: turn.outcome,
  reason: turn.reason,
  triggerMessageId: turn.triggerMessageId,
  attempts: turn.attempt,
  texts: turn.reply ?? [],
  sent: turn.sent,
  usage: { calls: turn.calls, ...toUsageView(turn), priceVersions: turn.priceVersions },
  createdAt: turn.createdAt.toISOString(),
  endedAt: turn.endedAt?.toISOString() ?? null,
});

/**
 * Lists turns of a bot and their costs, newest first (docs/reference/bot-replies.md#turns). Errors: unknown_tenant,
 * invalid_cursor, unknown_bot.
 */
export const listBotTurns = verb(contract, async (service: BotsRecords, { limit, cursor, ...bot }) => {
  const { database } = service;
  const scope = await findBotScope(service, bot);
  const beforeId = TURNS.read(cursor)?.id ?? null;
  if (!(await wasBotOf(database.prisma, scope))) throw new AppError('unknown_bot');
  const rows = await listTurns(database, { ...scope, beforeId, count: limit + 1 });
  return TURNS.pageOf(rows, limit, toView, ({ id }) => ({ id }));
});
