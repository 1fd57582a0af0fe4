import { statfs } from 'node:fs/promises';

const MB = 1024 * 1024;
const SHARED_MEMORY = '/dev/shm';
/** Parallel queries, and vacuum with its default memory, fit into it several times. */
const ENOUGH_MB = 256;

/**
 * Where parallel queries keep what their processes share. Docker gives a container 64 MB at /dev/shm, on which they fail
 * with "could not resize shared memory segment": there, and without /dev/shm, they use files of the data directory.
 */
export async function sharedMemorySettings(directory = SHARED_MEMORY): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const { blocks, bsize } = await statfs(directory).catch(() => ({ blocks: 0, bsize: 0 }));
  return blocks * bsize >= ENOUGH_MB * MB ? [] : ['dynamic_shared_memory_type=mmap'];
}
