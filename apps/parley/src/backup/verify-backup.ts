import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { countRows } from '@parley/database/statements/count-rows';
import { adoptCluster } from '@parley/embedded-postgres/adopt-cluster';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import type { Environment } from '@parley/runtime/environment';
import { readSecrets } from '../one-machine/data-directory.ts';
import type { BackupKey } from './backup-key.ts';
import { extractBackup } from './extract-backup.ts';
import { findProblems } from './find-problems.ts';

export interface VerifyOptions {
  file: string;
  key: BackupKey;
  /** The environment, for data keys that are not in the backup. */
  environment: Environment;
  /** The directory in which it is restored for the check; default: the system's temporary directory. */
  directory: string | undefined;
}

/** The contents of a backup, and their problems. */
export interface Verified {
  takenAt: string;
  /** Rows by table. */
  rows: Record<string, number>;
  /** Empty for a sound backup. */
  problems: string[];
}

/** The encryption keys of the data: from the environment, else from the backup. */
async function readKeys(directory: string, { PARLEY_ENCRYPTION_KEYS: given }: Environment): Promise<string> {
  const keys = given ?? (await readSecrets(directory))?.encryptionKeys;
  if (!keys) throw new Error('The backup has no encryption keys: set PARLEY_ENCRYPTION_KEYS.');
  return keys;
}

/**
 * Restores a backup into a temporary directory, starts only its database, and reads every row and every uploaded file.
 * No process of Parley runs on it, so nothing is sent and no provider is called.
 */
export async function verifyBackup({ file, key, environment, directory }: VerifyOptions): Promise<Verified> {
  const draft = await mkdtemp(join(directory ?? tmpdir(), 'parley-verify-'));
  try {
    const manifest = await extractBackup(file, key, draft);
    const dataDir = join(draft, 'postgres');
    await adoptCluster(dataDir);
    const cipher = makeCipher(await readKeys(draft, environment));
    const server = await startEmbeddedPostgres({ dataDir, keepRunning: false });
    // Counting the rows of a large table takes a long time.
    const database = connectDatabase({ url: server.url, maxConnections: 2, statementTimeoutMs: 3_600_000 });
    try {
      const rows = await countRows(database);
      const uploads = manifest.has_uploads ? join(draft, 'uploads') : null;
      return {
        takenAt: manifest.taken_at,
        rows,
        problems: await findProblems({ database, cipher, uploads, environment }),
      };
    } finally {
      await database.close();
      await server.stop();
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
