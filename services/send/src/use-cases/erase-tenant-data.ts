import type {
  EraseProgress,
  eraseTenantData as eraseTenantDataContract,
} from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { forgetTenant } from '../storage/erase-store.ts';

/** Erases a batch of a tenant's answers stored for `Idempotency-Key` (services/accounts runs the job). */
export async function eraseTenantData(
  service: SendService,
  { tenantId }: InputOf<(typeof eraseTenantDataContract)['send']>,
): Promise<EraseProgress> {
  return eraseProgress({ answers: await forgetTenant(service.database, tenantId) });
}
