import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What the databases of a run and their log of changes take at most is less. */
const ENOUGH_BYTES = 3 * 1024 ** 3;

/** Every folder in which a run may put its server. */
export const SERVER_DIRECTORIES = [IN_MEMORY, tmpdir()];

/**
 * Where the PostgreSQL of a run keeps its files: in memory where there is room for them. A database of its own for every
 * file or test is a thousand files made and removed again, for which ext4 takes half of a processor's time.
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
