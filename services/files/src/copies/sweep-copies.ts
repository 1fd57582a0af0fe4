import { MB } from '@parley/common/files/upload-rules';
import type { FilesService } from '../service.ts';
import { WRITING_MS } from '../uploads/upload.rules.ts';
import { findRemovedCopies, forgetKept, markCopiesBeyond, markOldCopies } from './kept-file.store.ts';

const DAY_MS = 24 * 3_600_000;
/** A tenant is checked against its quota when it got a copy within this time. */
const RECENT_MS = 10 * 60_000;

/**
 * Removes copies that are too old, beyond the quota of their tenant (oldest first), or of erased messages; resolves with
 * whether there are more. The first round checks every tenant: the quota may have changed. A row is deleted after its
 * pieces, and after every write of a piece that may still be running has ended: an interrupted removal is repeated.
 */
export function makeSweepCopies({
  database,
  environment,
  uploads,
  now,
}: Pick<FilesService, 'database' | 'environment' | 'uploads' | 'now'>): () => Promise<boolean> {
  let isFirst = true;
  return async () => {
    const at = now().getTime();
    const old = await markOldCopies(database, new Date(at - environment.PARLEY_MEDIA_KEEP_DAYS * DAY_MS));
    const since = new Date(isFirst ? 0 : at - RECENT_MS);
    await markCopiesBeyond(database, { since, quota: environment.PARLEY_MEDIA_QUOTA_MB * MB });
    isFirst = false;
    const { copies, isMore } = await findRemovedCopies(database, new Date(at - WRITING_MS));
    for (const copy of copies) {
      await uploads.remove(copy);
      await forgetKept(database, copy);
    }
    return old > 0 || isMore;
  };
}
