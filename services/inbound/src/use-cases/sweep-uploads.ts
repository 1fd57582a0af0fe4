import type { UploadFiles, UploadRef } from '../domain/upload.ts';
import { UNSENT_MS, WRITING_MS } from '../domain/upload-times.ts';

export interface UploadSweepStore {
  /** Of a batch from before this moment, keeps what a message has and marks the rest for removal; returns how many it were. */
  settleOld(before: Date): Promise<number>;
  /** A batch that is marked for removal. */
  findRemoving(): Promise<UploadRef[]>;
  /** Deletes the row; false where a piece began to be written after this moment. */
  forget(upload: UploadRef, writtenBefore: Date): Promise<boolean>;
}

export interface SweepUploadsDeps {
  store: UploadSweepStore;
  files: Pick<UploadFiles, 'remove'>;
  now(): Date;
}

/**
 * Removes uploaded files that no message has after 8 days, and at once those whose messages were erased; true when more are
 * waiting. A row goes after its pieces, and after every write of one that may still be under way has ended: whatever is
 * interrupted is done again.
 */
export function makeSweepUploads({ store, files, now }: SweepUploadsDeps) {
  return async (): Promise<boolean> => {
    const settled = await store.settleOld(new Date(now().getTime() - UNSENT_MS));
    const writtenBefore = new Date(now().getTime() - WRITING_MS);
    let forgotten = 0;
    for (const upload of await store.findRemoving()) {
      await files.remove(upload);
      if (await store.forget(upload, writtenBefore)) forgotten++;
    }
    return settled > 0 || forgotten > 0;
  };
}
