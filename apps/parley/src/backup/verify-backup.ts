import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/database/connect-database';
import { countRows } from '@parley/database/count-rows';
import { makeCipher } from '@parley/database/encryption';
import { adoptCluster } from '@parley/embedded-postgres/adopt-cluster';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import type { Environment } from '@parley/runtime/environment';
import type { BackupKey } from './backup-key.ts';
import { extractBackup } from './extract-backup.ts';
import { findProblems } from './find-problems.ts';

export interface VerifyOptions {
  file: string;
  key: BackupKey;
  /** For keys of the data that are not in the backup. */
  environment: Environment;
  /** Where it is restored for the check; default: the system's directory of temporary files. */
  directory: string | undefined;
}

/** What a backup holds. */
export interface Verified {
  takenAt: string;
  /** Rows by table. */
  rows: Record<string, number>;
  /** Empty for a sound backup. */
  problems: string[];
}

/** The keys of the data: those of the backup, or of the environment. */
async function readKeys(directory: string, { PARLEY_ENCRYPTION_KEYS: given }: Environment): Promise<string> {
  if (given) return given;
  // safe: only openDataDirectory writes it
  const stored = JSON.parse(await readFile(join(directory, 'secrets.json'), 'utf8')) as { encryptionKeys: string };
  return stored.encryptionKeys;
}

/**
 * Restores a backup apart, starts its database alone, and reads everything: each row of each table, each uploaded file.
 * No part of Parley runs on it, so nothing is sent and no provider is called.
 */
export async function verifyBackup({ file, key, environment, directory }: VerifyOptions): Promise<Verified> {
  const draft = await mkdtemp(join(directory ?? tmpdir(), 'parley-verify-'));
  try {
    const manifest = await extractBackup(file, key, draft);
    const dataDir = join(draft, 'postgres');
    await adoptCluster(dataDir);
    const cipher = makeCipher(await readKeys(draft, environment));
    const server = await startEmbeddedPostgres({ dataDir, keepRunning: false });
    // Every row of a large table is counted.
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
