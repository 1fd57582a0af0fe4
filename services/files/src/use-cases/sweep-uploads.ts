import type { UploadFiles, UploadRef } from '../domain/upload.ts';
import { UNSENT_MS, WRITING_MS } from '../domain/upload-times.ts';

export interface UploadSweepStore {
  /**
   * For a batch from before this time, keeps files that a message has and marks the rest for removal; returns the
   * number of rows.
   */
  settleOld(before: Date): Promise<number>;
  /** A batch that is marked for removal. */
  findRemoving(): Promise<UploadRef[]>;
  /** Deletes the row; false when a piece began to be written after this time. */
  forget(upload: UploadRef, writtenBefore: Date): Promise<boolean>;
}

export interface SweepUploadsDeps {
  store: UploadSweepStore;
  files: Pick<UploadFiles, 'remove'>;
  now(): Date;
}

/**
 * Removes uploaded files that no message has after 8 days, and at once those whose messages were erased; true when more are
 * waiting. A row is deleted after its pieces, and after every write of a piece that may still be running has ended: an
 * interrupted removal is repeated.
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
