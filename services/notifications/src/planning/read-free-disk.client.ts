import { statfs } from 'node:fs/promises';
import { isAbsent } from '@parley/runtime/reading/is-absent';

/** Free bytes of the disk with this directory; null where this machine has no such directory. */
export async function readFreeDisk(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
