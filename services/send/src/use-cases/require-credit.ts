import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';

export interface RequireCreditDeps {
  hasCredit(tenantId: number, price: string): Promise<boolean>;
  priceOf(channel: Channel): string;
}

/**
 * Refuses a send that could not be paid for before anything is looked up or fetched for it. The reservation, which comes
 * later, is what holds. Errors: insufficient_balance.
 */
export function makeRequireCredit({ hasCredit, priceOf }: RequireCreditDeps) {
  return async (tenantId: number, channel: Channel): Promise<void> => {
    if (!(await hasCredit(tenantId, priceOf(channel)))) throw new AppError('insufficient_balance');
  };
}
