import type { FilesService } from '../service.ts';
import { findNewFiles } from './find-new-files.steps.ts';
import { SETTLED_AFTER_MS } from './kept-file.rules.ts';
import { type AddedFiles, addNewFiles } from './new-file.store.ts';

/**
 * Finds new files every few seconds: those after the last message that this process has found, and once a minute all of
 * them, which finds what committed late. Each search for all reads the files of the last minute or two again: with
 * thousands of them it costs more than the copies.
 */
export function makeWatchNewFiles(
  service: Pick<FilesService, 'database' | 'environment' | 'now'>,
): () => Promise<AddedFiles> {
  const { database, now } = service;
  let after = '0';
  let readAllAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    const isAll = at.getTime() - readAllAt >= SETTLED_AFTER_MS;
    const added = isAll ? await findNewFiles(service) : await addNewFiles(database, { now: at, after });
    if (isAll && !added.isMore) readAllAt = at.getTime();
    after = added.last ?? after;
    return added;
  };
}
