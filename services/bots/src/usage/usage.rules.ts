import type { AiProvider } from '@parley/common/ai-providers';
import { asInt } from '@parley/database/sql';
import { fromMicros } from '@parley/messaging/credit/micros';
import type { AiErrorKind } from '@parley/providers/ai/ai-error';
import type { AiUsage } from '@parley/providers/ai/ai-port';
import type { ReplyBot } from '../replies/reply.rules.ts';
import type { WorstCase } from './budget.rules.ts';

/** A call that is about to be made. */
export interface NewUsage {
  tenantId: number;
  botId: number;
  /** Null: a trial. */
  turnId: string | null;
  step: number;
  provider: AiProvider;
  model: string;
  keyMode: ReplyBot['keyMode'];
  worst: WorstCase;
  /** Version of the price list; null: the list does not name the model. */
  priceVersion: string | null;
  startedAt: Date;
}

/** Whether this call admits a trial or pays for a reply. */
export const beginsReply = ({ step }: Pick<NewUsage, 'step'>): boolean => step === 1;

/** Result of a call. */
export interface SettledUsage {
  status: 'completed' | 'interrupted';
  /** Null: not reported; the worst case keeps counting unless the call certainly cost nothing. */
  usage: AiUsage | null;
  costMicros: bigint | null;
  errorClass: AiErrorKind | null;
  isUnpaid: boolean;
  endedAt: Date;
}

/** Total usage of the calls of one reply so far. */
export interface CallTotals extends AiUsage {
  /** Null once a call had no price. */
  costMicros: bigint | null;
}

export const NO_TOTALS: CallTotals = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costMicros: 0n,
};

export const addUsage = (totals: CallTotals, usage: AiUsage | null, costMicros: bigint | null): CallTotals => ({
  inputTokens: totals.inputTokens + (usage?.inputTokens ?? 0),
  cachedInputTokens: totals.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
  outputTokens: totals.outputTokens + (usage?.outputTokens ?? 0),
  reasoningTokens: totals.reasoningTokens + (usage?.reasoningTokens ?? 0),
  costMicros: totals.costMicros === null || costMicros === null ? null : totals.costMicros + costMicros,
});

/** Sums of calls, as they are stored. */
interface SummedUsage {
  inputTokens: string;
  cachedTokens: string;
  outputTokens: string;
  reasoningTokens: string;
  costMicros: string;
  /** Calls without a price. */
  unpriced: number;
}

/** Usage as the operator API shows it; the cost is null if a call had no price. */
export const toUsageView = (summed: SummedUsage) => ({
  inputTokens: asInt(summed.inputTokens),
  cachedTokens: asInt(summed.cachedTokens),
  outputTokens: asInt(summed.outputTokens),
  reasoningTokens: asInt(summed.reasoningTokens),
  cost: summed.unpriced > 0 ? null : fromMicros(BigInt(summed.costMicros)),
});
