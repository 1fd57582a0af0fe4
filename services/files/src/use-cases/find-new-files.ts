import { SETTLED_AFTER_MS } from '../domain/kept-times.ts';
import type { FilesService } from '../service.ts';
import { addNewFiles, advanceNewFiles } from '../storage/new-file-store.ts';

/**
 * Finds files of received messages whose copy is to be made; resolves with how many, and whether there may be more.
 * Nothing is written with the message itself. Ids are allocated before their transactions commit: the watermark advances
 * to files of a minute ago, and later ones are read again.
 */
export async function findNewFiles({
  database,
  environment,
  now,
}: Pick<FilesService, 'database' | 'environment' | 'now'>): Promise<{ found: number; isMore: boolean }> {
  const at = now();
  const before = new Date(at.getTime() - SETTLED_AFTER_MS);
  if (environment.PARLEY_MEDIA_KEEP_DAYS === 0) {
    await advanceNewFiles(database, { before, atMost: null });
    return { found: 0, isMore: false };
  }
  const { count, last } = await addNewFiles(database, at);
  // A message may have more files than fitted into the batch.
  await advanceNewFiles(database, { before, atMost: last === null ? null : String(BigInt(last) - 1n) });
  return { found: count, isMore: last !== null };
}
