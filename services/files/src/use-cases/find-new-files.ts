import { SETTLED_AFTER_MS } from '../domain/kept-times.ts';
import type { FilesService } from '../service.ts';
import { type AddedFiles, addNewFiles, advanceNewFiles } from '../storage/new-file-store.ts';

type Needed = Pick<FilesService, 'database' | 'environment' | 'now'>;
const NOTHING: AddedFiles = { count: 0, last: null, isMore: false };

/**
 * Finds all files of received messages whose copy is to be made, in a batch. Nothing is written with the message itself.
 * Ids are allocated before their transactions commit: the watermark advances to files of a minute ago, and later ones
 * are read again.
 */
export async function findNewFiles({ database, environment, now }: Needed): Promise<AddedFiles> {
  const at = now();
  const before = new Date(at.getTime() - SETTLED_AFTER_MS);
  const isOn = environment.PARLEY_MEDIA_KEEP_DAYS > 0;
  const added = isOn ? await addNewFiles(database, { now: at, after: '0' }) : NOTHING;
  await advanceNewFiles(database, { before, atMost: added.isMore ? added.last : null });
  return added;
}

/**
 * Finds new files every few seconds: those after the last message that this process has found, and once a minute all of
 * them, which finds what committed late. Each search for all reads the files of the last minute or two again: with
 * thousands of them it costs more than the copies.
 */
export function makeWatchNewFiles(service: Needed): () => Promise<AddedFiles> {
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
