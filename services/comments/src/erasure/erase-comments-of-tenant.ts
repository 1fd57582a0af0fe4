import { verb } from '@parley/bus/verb';
import { eraseProgress, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import type { CommentsService } from '../service.ts';
import { removeBatchOfTenant } from './erase.store.ts';

/** Deletes a batch of a tenant's data (services/accounts runs the job). */
export const eraseCommentsOfTenant = verb(eraseTenantData.comments, async (service: CommentsService, { tenantId }) => {
  return eraseProgress(await removeBatchOfTenant(service.database, tenantId));
});
