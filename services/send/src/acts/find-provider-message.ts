import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { findProviderMessage as contract } from '@parley/common/contracts/internal/find-provider-message';
import type { SendService } from '../service.ts';
import { findNamedMessage } from './act.store.ts';

/** A message of the calling key's tenant on one of its channels, by the provider's id; null where there is none. */
export const findProviderMessage = verb(
  contract,
  async ({ database }: SendService, { channel, accountId, providerMessageId }, context) => {
    const { tenantId, channels } = callerOf(context);
    if (!channels.some((allowed) => allowed === channel)) return { messageId: null };
    return { messageId: await findNamedMessage(database, { tenantId, channel, accountId, providerMessageId }) };
  },
);
