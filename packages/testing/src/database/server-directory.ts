import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Linux's in-memory file system. */
const IN_MEMORY = '/dev/shm';
/** Exceeds the space that the databases of a run and their write-ahead log take. */
const ENOUGH_BYTES = 3 * 1024 ** 3;

/** Every folder in which a run may put its server. */
export const SERVER_DIRECTORIES = [IN_MEMORY, tmpdir()];

/**
 * The folder of a run's PostgreSQL: in memory if there is enough space. A database for every file or test creates and
 * deletes a thousand files, which takes ext4 half of a processor's time.
 */
export async function findServerDirectory(): Promise<string> {
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
