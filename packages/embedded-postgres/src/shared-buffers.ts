import { readdir, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;
const LEAST_MB = 96;
/** Divides the size of the database's files, and the machine's memory. */
const SHARE = 8;

/** Bytes of all files below a directory; 0 without one. Files that are removed during the count are left out. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

/** Memory that this process may use: less than the machine has, in a container with a limit. */
const memoryOf = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Megabytes of the server's shared buffers: an eighth of the database's files, at most an eighth of the memory. Each
 * message touches a page of the index of the providers' ids at random: with 10 million of them that page was read from
 * the disk for every send.
 */
export async function sharedBuffersMb(dataDir: string, memoryBytes = memoryOf()): Promise<number> {
  const wanted = Math.min(await sizeOf(join(dataDir, 'base')), memoryBytes) / SHARE;
  return Math.max(LEAST_MB, Math.floor(wanted / MB));
}
