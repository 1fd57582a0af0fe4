import { verb } from '@parley/bus/verb';
import { eraseTenantData as contract, eraseProgress, hasErased } from '@parley/common/contracts/internal/erase-data';
import { countKept, markKeptOf } from '../copies/kept-file.store.ts';
import type { FilesService } from '../service.ts';
import { countUploads, markUploadsOf } from '../uploads/upload.store.ts';

/** Erases the stored files of a tenant. The sweeps remove their bytes within minutes, and then their rows. */
export const eraseTenantData = verb(contract.files, async (service: FilesService, { tenantId }) => {
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
});
