import type {
  EraseProgress,
  eraseTenantData as eraseTenantDataContract,
} from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { forgetTenant } from '../storage/erase-store.ts';
import { cancelScheduledOf } from './cancel-scheduled-of.ts';

/**
 * Cancels a batch of a tenant's scheduled messages, or erases a batch of its answers stored for `Idempotency-Key`
 * (services/accounts runs the job).
 */
export async function eraseTenantData(
  service: SendService,
  { tenantId }: InputOf<(typeof eraseTenantDataContract)['send']>,
): Promise<EraseProgress> {
  if (await cancelScheduledOf(service, tenantId, null)) return { erased: {}, cursor: 'more', waiting: 0 };
  return eraseProgress({ answers: await forgetTenant(service.database, tenantId) });
}
