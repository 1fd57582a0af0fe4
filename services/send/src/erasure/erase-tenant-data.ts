import { verb } from '@parley/bus/verb';
import {
  eraseProgress,
  eraseTenantData as eraseTenantDataContract,
} from '@parley/common/contracts/internal/erase-data';
import { cancelScheduledOf } from '../scheduled/cancel-scheduled.steps.ts';
import type { SendService } from '../service.ts';
import { forgetTenant } from './erase.store.ts';

/**
 * Cancels a batch of a tenant's scheduled messages, or erases a batch of its answers stored for `Idempotency-Key`
 * (services/accounts runs the job).
 */
export const eraseTenantData = verb(eraseTenantDataContract.send, async (service: SendService, { tenantId }) => {
  if (await cancelScheduledOf(service, tenantId, null)) return { erased: {}, cursor: 'more', waiting: 0 };
  return eraseProgress({ answers: await forgetTenant(service.database, tenantId) });
});
