import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { adoptCluster } from '@parley/embedded-postgres/adopt-cluster';
import { isAbsent } from '@parley/runtime/reading/is-absent';
import type { BackupKey } from './backup-key.ts';
import { extractBackup } from './extract-backup.ts';
import type { Manifest } from './manifest.ts';

/** Other users may traverse it: under root, PostgreSQL runs as another user. */
const PASSABLE = 0o711;

async function assertEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  if (names.length > 0)
    throw new Error(`${directory} is not empty: move it away, or name another one with PARLEY_DATA_DIR.`);
}

/**
 * Restores a backup as a new data directory, which appears under its name when it is complete
 * (docs/operations/backups.md). The next start recovers the database.
 */
export async function restoreBackup(file: string, key: BackupKey, dataDirectory: string): Promise<Manifest> {
  const directory = resolve(dataDirectory);
  await assertEmpty(directory);
  const draft = `${directory}.restoring`;
  await mkdir(dirname(directory), { recursive: true });
  // Left by a restore that was killed.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: PASSABLE });
  try {
    const manifest = await extractBackup(file, key, draft);
    await adoptCluster(join(draft, 'postgres'));
    await chmod(draft, PASSABLE);
    await rename(draft, directory);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
