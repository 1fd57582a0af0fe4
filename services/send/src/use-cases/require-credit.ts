import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import { hasCredit } from '../domain/has-credit.ts';
import type { ReserveFacts } from '../domain/reservation.ts';

export interface RequireCreditDeps {
  findCredit(tenantId: number): Promise<ReserveFacts['tenant']>;
  priceOf(channel: Channel): string;
}

/**
 * Refuses a send without enough credit before anything is looked up or fetched for it. Only the later reservation is
 * authoritative. Errors: insufficient_balance.
 */
export function makeRequireCredit({ findCredit, priceOf }: RequireCreditDeps) {
  return async (tenantId: number, channel: Channel): Promise<void> => {
    if (!hasCredit(await findCredit(tenantId), priceOf(channel))) throw new AppError('insufficient_balance');
  };
}
