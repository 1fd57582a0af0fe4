import type { eraseTenantData as contract, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { FilesService } from '../service.ts';
import { countUploads, markUploadsOf } from '../storage/upload-store.ts';

/** Erases the uploaded files of a tenant. The sweep removes their bytes within minutes, and then their rows. */
export async function eraseTenantData(
  { database }: FilesService,
  { tenantId }: InputOf<typeof contract.files>,
): Promise<EraseProgress> {
  const uploads = await markUploadsOf(database, tenantId);
  if (uploads > 0) return { erased: { uploads }, cursor: 'more', waiting: 0 };
  return { erased: {}, cursor: null, waiting: await countUploads(database, tenantId) };
}
