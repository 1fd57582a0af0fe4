import type { eraseTenantData as contract, EraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { FilesService } from '../service.ts';
import { countKept, markKeptOf } from '../storage/kept-file-store.ts';
import { countUploads, markUploadsOf } from '../storage/upload-store.ts';

/** Erases the stored files of a tenant. The sweeps remove their bytes within minutes, and then their rows. */
export async function eraseTenantData(
  service: FilesService,
  { tenantId }: InputOf<typeof contract.files>,
): Promise<EraseProgress> {
  const { database } = service;
  const uploads = await markUploadsOf(database, tenantId);
  const copies = await markKeptOf(database, tenantId);
  const waiting = (await countUploads(database, tenantId)) + (await countKept(database, tenantId));
  if (waiting > 0) service.wakeSweep();
  return uploads + copies > 0
    ? { erased: { uploads, copies }, cursor: 'more', waiting: 0 }
    : { erased: {}, cursor: null, waiting };
}
