import type { BotCaps } from '@parley/common/contracts/operator/bots';
import { toMicros } from '@parley/messaging/credit/micros';
import { costOf, type ModelPrice } from './read-price-list.ts';

/** What a bot may use; null: as much as it likes. Days and months are those of UTC. */
export interface UsageCaps {
  tokensPerDay: number | null;
  /** In millionths of the price list's currency. */
  costPerMonthMicros: bigint | null;
}

/** What a bot's caps say of its use. */
export const usageCapsOf = ({ tokens_per_day, cost_per_month }: BotCaps): UsageCaps => ({
  tokensPerDay: tokens_per_day,
  costPerMonthMicros: cost_per_month === null ? null : toMicros(cost_per_month),
});

/** What was used, with the worst case of the calls whose use is not known yet. */
export interface Spent {
  tokensToday: number;
  costThisMonthMicros: bigint;
}

/** The most that a call can use. */
export interface WorstCase {
  tokens: number;
  /** Null: the price list has no price for the model. */
  costMicros: bigint | null;
}

export type CapReached = 'tokens_per_day' | 'cost_per_month' | 'no_price';

/** Why a turn is handed over at a cap. */
export const capReason = (reached: CapReached) => `cap_${reached}` as const;

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const MONTH_LENGTH = 'YYYY-MM'.length;
const PERIOD_LENGTHS = new Map<string, number>([
  [capReason('tokens_per_day'), DAY_LENGTH],
  [capReason('no_price'), DAY_LENGTH],
  [capReason('cost_per_month'), MONTH_LENGTH],
]);

/** In what day or month (UTC) a bot that handed over for this reason stays at its cap; null: it is at none. */
export function cappedPeriod(reason: string | null, at: Date): string | null {
  const length = PERIOD_LENGTHS.get(reason ?? '');
  return length === undefined ? null : `${reason} ${at.toISOString().slice(0, length)}`;
}

/** The most that a call can cost: the whole prompt, uncached, and an answer of the greatest length. */
export const worstCaseOf = (promptTokens: number, maxOutputTokens: number, price: ModelPrice | null): WorstCase => ({
  tokens: promptTokens + maxOutputTokens,
  costMicros:
    price === null
      ? null
      : costOf(price, { inputTokens: promptTokens, cachedInputTokens: 0, outputTokens: maxOutputTokens }),
});

/**
 * The cap that a call would pass, or null (docs/reference/bot-replies.md#caps). A cap in money holds only where the model has a price: without one
 * nothing is asked.
 */
export function capReached(caps: UsageCaps, spent: Spent, worst: WorstCase): CapReached | null {
  if (caps.tokensPerDay !== null && spent.tokensToday + worst.tokens > caps.tokensPerDay) return 'tokens_per_day';
  if (caps.costPerMonthMicros === null) return null;
  if (worst.costMicros === null) return 'no_price';
  return spent.costThisMonthMicros + worst.costMicros > caps.costPerMonthMicros ? 'cost_per_month' : null;
}

/** When the day, and the month, of a moment began. */
export const periodsOf = (at: Date): { day: Date; month: Date } => ({
  day: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())),
  month: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
});
