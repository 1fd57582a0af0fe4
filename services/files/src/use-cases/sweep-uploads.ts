import { UNSENT_MS, WRITING_MS } from '../domain/upload-times.ts';
import type { FilesService } from '../service.ts';
import { findRemoving, forgetUpload, settleOld } from '../storage/upload-store.ts';

/**
 * Removes uploaded files that no message has after 8 days, and at once those whose messages were erased; true when more are
 * waiting. A row is deleted after its pieces, and after every write of a piece that may still be running has ended: an
 * interrupted removal is repeated.
 */
export async function sweepUploads({ database, uploads, now }: FilesService): Promise<boolean> {
  const settled = await settleOld(database, new Date(now().getTime() - UNSENT_MS));
  const writtenBefore = new Date(now().getTime() - WRITING_MS);
  let forgotten = 0;
  for (const upload of await findRemoving(database)) {
    await uploads.remove(upload);
    if (await forgetUpload(database, upload, writtenBefore)) forgotten++;
  }
  return settled > 0 || forgotten > 0;
}
