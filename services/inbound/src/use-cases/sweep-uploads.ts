import type { UploadFiles, UploadRef } from '../domain/upload.ts';
import { UNSENT_MS } from '../domain/upload-times.ts';

export interface UploadSweepStore {
  /** Of a batch from before this moment, keeps what a message has and marks the rest for removal; returns how many it were. */
  settleOld(before: Date): Promise<number>;
  /** A batch that is marked for removal. */
  findRemoving(): Promise<UploadRef[]>;
  forget(upload: UploadRef): Promise<void>;
}

export interface SweepUploadsDeps {
  store: UploadSweepStore;
  files: Pick<UploadFiles, 'remove'>;
  now(): Date;
}

/**
 * Removes uploaded files that no message has after 8 days, and at once those whose messages were erased; true when more are
 * waiting. A row goes after its pieces: whatever is interrupted is done again.
 */
export function makeSweepUploads({ store, files, now }: SweepUploadsDeps) {
  return async (): Promise<boolean> => {
    const settled = await store.settleOld(new Date(now().getTime() - UNSENT_MS));
    const removing = await store.findRemoving();
    for (const upload of removing) {
      await files.remove(upload);
      await store.forget(upload);
    }
    return settled > 0 || removing.length > 0;
  };
}
