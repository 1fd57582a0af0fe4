import { verb } from '@parley/bus/verb';
import { eraseTenantData as contract, eraseProgress, hasErased } from '@parley/common/contracts/internal/erase-data';
import type { InboxService } from '../service.ts';
import { countUnsettledOfTenant, removeTenantBatch } from './erase.store.ts';

/** Erases a batch of a tenant's messages, conversations and contacts. services/accounts runs the job. */
export const eraseTenantData = verb(contract.inbox, async ({ database }: InboxService, { tenantId }) => {
  const erased = await database.prismaTransaction((transaction) => removeTenantBatch(transaction, tenantId));
  if (hasErased(erased)) return eraseProgress(erased);
  return { erased, cursor: null, waiting: await countUnsettledOfTenant(database, tenantId) };
});
