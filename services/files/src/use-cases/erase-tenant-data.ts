import type { EraseProgress, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';

export interface EraseTenantDataDeps {
  /** Marks every upload of the tenant for removal; returns the number of marked ones. */
  removeUploadsOf(tenantId: number): Promise<number>;
  countUploads(tenantId: number): Promise<number>;
}

/** Erases the uploaded files of a tenant; the sweep removes their bytes within minutes, and then their rows. */
export const makeEraseTenantData =
  ({ removeUploadsOf, countUploads }: EraseTenantDataDeps) =>
  async ({ tenantId }: InputOf<(typeof eraseTenantData)['files']>): Promise<EraseProgress> => {
    const uploads = await removeUploadsOf(tenantId);
    return uploads > 0
      ? { erased: { uploads }, cursor: 'more', waiting: 0 }
      : { erased: { uploads }, cursor: null, waiting: await countUploads(tenantId) };
  };
