import {
  type eraseTenantData as contract,
  type EraseProgress,
  eraseProgress,
  hasErased,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { InboxService } from '../service.ts';
import { countUnsettledOfTenant, removeTenantBatch } from '../storage/erase-tenant-store.ts';

/** Erases a batch of a tenant's messages, conversations and contacts. services/accounts runs the job. */
export async function eraseTenantData(
  { database }: InboxService,
  { tenantId }: InputOf<typeof contract.inbox>,
): Promise<EraseProgress> {
  const erased = await database.prismaTransaction((transaction) => removeTenantBatch(transaction, tenantId));
  if (hasErased(erased)) return eraseProgress(erased);
  return { erased, cursor: null, waiting: await countUnsettledOfTenant(database, tenantId) };
}
