import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresBinaries } from './binaries.ts';
import { findServerUser } from './server-user.ts';

/** Makes the server's user the owner of a restored data directory: under root, PostgreSQL runs as another user. */
export async function adoptCluster(dataDir: string): Promise<void> {
  const { postgres } = await findPostgresBinaries();
  const user = findServerUser(dataDir, postgres);
  user.own(dataDir);
  for (const name of await readdir(dataDir, { recursive: true })) user.own(join(dataDir, name));
}
