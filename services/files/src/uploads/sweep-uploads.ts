import type { FilesService } from '../service.ts';
import { STALLED_MS, UNSENT_MS, WRITING_MS } from './upload.rules.ts';
import { findRemoving, forgetUpload, markInterrupted, settleOld } from './upload.store.ts';

/**
 * Removes uploaded files that no message has after 8 days, those of keys whose upload was interrupted, and at once those
 * whose messages were erased; true when more are waiting. A row is deleted after its pieces, and after every write of a piece that may still be running has ended: an
 * interrupted removal is repeated.
 */
export async function sweepUploads({ database, uploads, now }: FilesService): Promise<boolean> {
  const settled = await settleOld(database, new Date(now().getTime() - UNSENT_MS));
  const interrupted = await markInterrupted(database, new Date(now().getTime() - STALLED_MS));
  const writtenBefore = new Date(now().getTime() - WRITING_MS);
  let forgotten = 0;
  for (const upload of await findRemoving(database)) {
    await uploads.remove(upload);
    if (await forgetUpload(database, upload, writtenBefore)) forgotten++;
  }
  return settled > 0 || interrupted > 0 || forgotten > 0;
}
