import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import { priceOf } from '@parley/messaging/credit/message-price';
import { hasCredit } from '../domain/has-credit.ts';
import type { SendService } from '../service.ts';
import { findCredit } from '../storage/message-store.ts';

/**
 * Refuses a send without enough credit before anything is looked up or fetched for it. Only the later reservation is
 * authoritative. Errors: insufficient_balance.
 */
export async function requireCredit(service: SendService, tenantId: number, channel: Channel): Promise<void> {
  const tenant = await findCredit(service.database, tenantId);
  if (!hasCredit(tenant, priceOf(service.environment, channel))) throw new AppError('insufficient_balance');
}
