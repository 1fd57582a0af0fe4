import {
  type eraseTenantData as contract,
  type EraseProgress,
  eraseProgress,
  hasErased,
} from '@parley/common/contracts/internal/erase-data';
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
  const erased = { uploads, copies };
  if (hasErased(erased)) {
    service.wakeSweep();
    return eraseProgress(erased);
  }
  const waiting = (await countUploads(database, tenantId)) + (await countKept(database, tenantId));
  if (waiting > 0) service.wakeSweep();
  return { erased: {}, cursor: null, waiting };
}
