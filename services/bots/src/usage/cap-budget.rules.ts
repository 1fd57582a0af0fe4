import type { BotCaps } from '@parley/common/contracts/operator/bots';
import { toMicros } from '@parley/messaging/credit/micros';
import { costOf, type ModelPrice } from './read-price-list.rules.ts';

/** Caps of a bot; null: unlimited. Days and months are in UTC. */
export interface UsageCaps {
  tokensPerDay: number | null;
  /** In millionths of the price list's currency. */
  costPerMonthMicros: bigint | null;
}

/** Usage caps from a bot's settings. */
export const usageCapsOf = ({ tokens_per_day, cost_per_month }: BotCaps): UsageCaps => ({
  tokensPerDay: tokens_per_day,
  costPerMonthMicros: cost_per_month === null ? null : toMicros(cost_per_month),
});

export const isCapped = (caps: UsageCaps): boolean => caps.tokensPerDay !== null || caps.costPerMonthMicros !== null;

/** Usage so far, with the worst case of calls whose usage is not known yet. */
export interface Spent {
  tokensToday: number;
  costThisMonthMicros: bigint;
}

/** Maximum usage of a call. */
export interface WorstCase {
  tokens: number;
  /** Null: the price list has no price for the model. */
  costMicros: bigint | null;
}

export type CapReached = 'tokens_per_day' | 'cost_per_month' | 'no_price';

/** Reason for the hand-over of a turn at a cap. */
export const capReason = (reached: CapReached) => `cap_${reached}` as const;

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const MONTH_LENGTH = 'YYYY-MM'.length;
const PERIOD_LENGTHS = new Map<string, number>([
  [capReason('tokens_per_day'), DAY_LENGTH],
  [capReason('no_price'), DAY_LENGTH],
  [capReason('cost_per_month'), MONTH_LENGTH],
]);

/** The day or month (UTC) for which this hand-over reason keeps a bot at its cap; null: it is at none. */
export function cappedPeriod(reason: string | null, at: Date): string | null {
  const length = PERIOD_LENGTHS.get(reason ?? '');
  return length === undefined ? null : `${reason} ${at.toISOString().slice(0, length)}`;
}

/** Maximum cost of a call: the whole prompt, uncached, and an answer of maximum length. */
export const worstCaseOf = (promptTokens: number, maxOutputTokens: number, price: ModelPrice | null): WorstCase => ({
  tokens: promptTokens + maxOutputTokens,
  costMicros:
    price === null
      ? null
      : costOf(price, { inputTokens: promptTokens, cachedInputTokens: 0, outputTokens: maxOutputTokens }),
});

/**
 * The cap that a call would exceed, or null (docs/reference/bot-replies.md#caps). A cap on cost requires a price for
 * the model: without one no call is made.
 */
export function capReached(caps: UsageCaps, spent: Spent, worst: WorstCase): CapReached | null {
  if (caps.tokensPerDay !== null && spent.tokensToday + worst.tokens > caps.tokensPerDay) return 'tokens_per_day';
  if (caps.costPerMonthMicros === null) return null;
  if (worst.costMicros === null) return 'no_price';
  return spent.costThisMonthMicros + worst.costMicros > caps.costPerMonthMicros ? 'cost_per_month' : null;
}

/** The start of the day and of the month (UTC). */
export const periodsOf = (at: Date): { day: Date; month: Date } => ({
  day: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())),
  month: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
});
