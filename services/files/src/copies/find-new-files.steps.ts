import type { FilesService } from '../service.ts';
import { SETTLED_AFTER_MS } from './kept-file.rules.ts';
import { type AddedFiles, addNewFiles, advanceNewFiles } from './new-file.store.ts';

const NOTHING: AddedFiles = { count: 0, last: null, isMore: false };

/**
 * Finds all files of received messages whose copy is to be made, in a batch. Nothing is written with the message itself.
 * Ids are allocated before their transactions commit: the watermark advances to files of a minute ago, and later ones
 * are read again.
 */
export async function findNewFiles({
  database,
  environment,
  now,
}: Pick<FilesService, 'database' | 'environment' | 'now'>): Promise<AddedFiles> {
  const at = now();
  const before = new Date(at.getTime() - SETTLED_AFTER_MS);
  const isOn = environment.PARLEY_MEDIA_KEEP_DAYS > 0;
  const added = isOn ? await addNewFiles(database, { now: at, after: '0' }) : NOTHING;
  await advanceNewFiles(database, { before, atMost: added.isMore ? added.last : null });
  return added;
}
