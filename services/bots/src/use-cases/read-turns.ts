import type { Camel } from '@parley/common/casing/camel';
import type { BotTurnView, listBotTurns, showBotUsage } from '@parley/common/contracts/operator/bot-turns';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { readRowId, showRowId } from '@parley/common/row-ids';
import { defineCursor, type Page } from '@parley/database/list-cursor';
import { asInt } from '@parley/database/sql';
import { fromMicros } from '@parley/messaging/credit/micros';
import type { z } from 'zod';
import { periodsOf } from '../domain/cap-budget.ts';
import type { ListedTurn } from '../storage/turn-list-store.ts';
import type { DayOfUsage } from '../storage/usage-report-store.ts';

export interface ReadTurnsDeps {
  /** A deleted bot keeps its turns. */
  isBotOf(tenantId: number, botId: number): Promise<boolean>;
  listTurns(given: { tenantId: number; botId: number; beforeId: string | null; count: number }): Promise<ListedTurn[]>;
  sumUsageByDay(given: { tenantId: number; botId: number; since: Date }): Promise<DayOfUsage[]>;
  now(): Date;
}

const TURNS = defineCursor('bot-turns', { id: 'int8' });
const DAY_MS = 24 * 3_600_000;

type Counted = Pick<
  DayOfUsage,
  'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens' | 'costMicros' | 'unpriced'
>;

const usageOf = (counted: Counted) => ({
  inputTokens: asInt(counted.inputTokens),
  cachedTokens: asInt(counted.cachedTokens),
  outputTokens: asInt(counted.outputTokens),
  reasoningTokens: asInt(counted.reasoningTokens),
  cost: counted.unpriced > 0 ? null : fromMicros(BigInt(counted.costMicros)),
});

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
  usage: { calls: turn.calls, ...usageOf(turn), priceVersions: turn.priceVersions },
  createdAt: turn.createdAt.toISOString(),
  endedAt: turn.endedAt?.toISOString() ?? null,
});

const toDay = (day: DayOfUsage): OutputOf<typeof showBotUsage>['items'][number] => ({
  day: day.day,
  turns: day.turns,
  calls: day.calls,
  failedCalls: day.failed,
  untoldCalls: day.untold,
  ...usageOf(day),
});

/** Turns of a bot and their costs (docs/reference/bot-replies.md#turns). Errors: unknown_bot, invalid_cursor. */
export function makeReadTurns({ isBotOf, listTurns, sumUsageByDay, now }: ReadTurnsDeps) {
  async function requireBot(tenantId: number, shownId: string): Promise<number> {
    const botId = Number(readRowId(shownId));
    if (!(await isBotOf(tenantId, botId))) throw new AppError('unknown_bot');
    return botId;
  }
  return {
    async list(
      tenantId: number,
      { id, limit, cursor }: Omit<InputOf<typeof listBotTurns>, 'slug'>,
    ): Promise<Page<Camel<z.infer<typeof BotTurnView>>>> {
      const beforeId = TURNS.read(cursor)?.id ?? null;
      const botId = await requireBot(tenantId, id);
      const rows = await listTurns({ tenantId, botId, beforeId, count: limit + 1 });
      return TURNS.pageOf(rows, limit, toView, (row) => ({ id: row.id }));
    },
    async usage(tenantId: number, { id, days }: Omit<InputOf<typeof showBotUsage>, 'slug'>) {
      const botId = await requireBot(tenantId, id);
      const since = new Date(periodsOf(now()).day.getTime() - (days - 1) * DAY_MS);
      return { items: (await sumUsageByDay({ tenantId, botId, since })).map(toDay) };
    },
  };
}
