import type { EraseProgress, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { CommentsService } from '../service.ts';
import { removeBatchOfTenant } from '../storage/erase-store.ts';

/** Deletes a batch of a tenant's data (services/accounts runs the job). */
export async function eraseCommentsOfTenant(
  service: CommentsService,
  { tenantId }: InputOf<(typeof eraseTenantData)['comments']>,
): Promise<EraseProgress> {
  return eraseProgress(await removeBatchOfTenant(service.database, tenantId));
}
