import type { BotCaps } from '@parley/common/contracts/operator/bots';
import { type CreditLine, crossLine } from '@parley/messaging/credit/low-credit';
import { toMicros } from '@parley/messaging/credit/micros';
import { costOf, type ModelPrice } from './price-list.rules.ts';

/** A tenant's credit. */
export interface CreditFacts {
  isActive: boolean;
  balance: string;
}

/** The reason why no model is called for a tenant's bots. */
export type CreditRefusal = 'tenant_inactive' | 'no_credit';

/** The reason why a tenant may not spend a price (in millionths); null: it may. */
export function refuseCredit({ isActive, balance }: CreditFacts, price: bigint): CreditRefusal | null {
  if (!isActive) return 'tenant_inactive';
  return toMicros(balance) < price ? 'no_credit' : null;
}

/** Trials of a tenant's bots, before this one. */
export interface TrialCounts {
  lastMinute: number;
  lastDay: number;
}

export const TRIALS_PER_MINUTE = 20;
export const TRIALS_PER_DAY = 500;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Seconds until a trial beyond the rate limit may be repeated; null: it may run. */
function limitTrials({ lastMinute, lastDay }: TrialCounts): number | null {
  if (lastDay >= TRIALS_PER_DAY) return HOUR_SECONDS;
  return lastMinute >= TRIALS_PER_MINUTE ? MINUTE_SECONDS : null;
}

/** A model call that is about to be made. */
interface AskedCall {
  caps: UsageCaps;
  worst: WorstCase;
  /** The price of the reply, which depends on the key. */
  replyPrice: string;
}

/** Stored facts for the decision; null: not needed for this call. */
export interface CallFacts {
  spent: Spent | null;
  credit: (CreditFacts & { line: CreditLine | null }) | null;
  /** An earlier call of the turn has paid for the reply. */
  isPaid: boolean;
  trials: TrialCounts | null;
}

export type CallDecision =
  /** `price`: the amount debited; `lowCredit`: the threshold that this crosses. */
  | { kind: 'admit'; price: string; lowCredit: ReturnType<typeof crossLine> }
  | { kind: 'cap'; cap: CapReached }
  | { kind: 'credit'; reason: CreditRefusal }
  | { kind: 'limit'; retryAfterSeconds: number };

/** The reason why a call is not made. */
export type CallRefusal = Exclude<CallDecision, { kind: 'admit' }>;

const FREE = { kind: 'admit', price: '0', lowCredit: null } as const;

/**
 * Decides whether a model may be asked: checks the rate of trials, the caps, then the credit
 * (docs/reference/bot-replies.md#credit).
 */
export function admitCall({ caps, worst, replyPrice }: AskedCall, facts: CallFacts): CallDecision {
  const retryAfterSeconds = facts.trials && limitTrials(facts.trials);
  if (retryAfterSeconds !== null) return { kind: 'limit', retryAfterSeconds };
  const cap = facts.spent && capReached(caps, facts.spent, worst);
  if (cap !== null) return { kind: 'cap', cap };
  if (facts.credit === null) return FREE;
  const price = facts.isPaid ? 0n : toMicros(replyPrice);
  const reason = refuseCredit(facts.credit, price);
  if (reason !== null) return { kind: 'credit', reason };
  if (price === 0n) return FREE;
  const lowCredit = crossLine(toMicros(facts.credit.balance) - price, facts.credit.line);
  return { kind: 'admit', price: replyPrice, lowCredit };
}

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

type CapReached = 'tokens_per_day' | 'cost_per_month' | 'no_price';

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
