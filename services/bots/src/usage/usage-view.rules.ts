import { asInt } from '@parley/database/sql';
import { fromMicros } from '@parley/messaging/credit/micros';

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

/** Usage as the operator API shows it; the cost is null where a call had no price. */
export const toUsageView = (summed: SummedUsage) => ({
  inputTokens: asInt(summed.inputTokens),
  cachedTokens: asInt(summed.cachedTokens),
  outputTokens: asInt(summed.outputTokens),
  reasoningTokens: asInt(summed.reasoningTokens),
  cost: summed.unpriced > 0 ? null : fromMicros(BigInt(summed.costMicros)),
});
