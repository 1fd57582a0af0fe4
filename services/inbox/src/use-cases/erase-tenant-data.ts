import type { eraseTenantData as contract, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import { isNothing, MORE } from '../domain/erased-rows.ts';
import type { InboxService } from '../service.ts';
import { countUnsettledOfTenant, removeTenantBatch } from '../storage/erase-tenant-store.ts';

/** Erases a batch of a tenant's messages, conversations and contacts. services/accounts runs the job. */
export async function eraseTenantData(
  { database }: InboxService,
  { tenantId }: InputOf<typeof contract.inbox>,
): Promise<EraseProgress> {
  const erased = await database.prismaTransaction((transaction) => removeTenantBatch(transaction, tenantId));
  if (!isNothing(erased)) return { erased, cursor: MORE, waiting: 0 };
  return { erased, cursor: null, waiting: await countUnsettledOfTenant(database, tenantId) };
}
