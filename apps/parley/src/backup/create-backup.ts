import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BaseBackup, startBaseBackup } from '@parley/embedded-postgres/base-backup';
import { findRunningUrl } from '@parley/embedded-postgres/find-running-url';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import type { Environment } from '@parley/runtime/environment';
import { NOTE_FILES, readSecrets, SECRETS_FILE } from '../one-machine/data-directory.ts';
import { type Entry, packEntries } from './archive.ts';
import { type BackupKey, makeBackupKey } from './backup-key.ts';
import { type Copied, finishCluster, listDataFiles, listSmallFiles, listUploads, textEntry } from './list-entries.ts';
import { MANIFEST, type Manifest, makeTally } from './manifest.ts';
import { sealStream } from './sealed-stream.ts';

export interface CreateOptions {
  environment: Environment;
  file: string;
  key: BackupKey;
}

/** The files of the data directory besides the database and uploads. */
const SMALL_FILES = [SECRETS_FILE, 'postgres.password', ...NOTE_FILES];
const PRIVATE = 0o600;
/** The fastest level: compression competes with Parley for CPU time. */
const GZIP = { level: 1 };

/** Throws when the backup key is also an encryption key of the data, which the backup contains. */
async function assertKeyApart(directory: string, key: BackupKey): Promise<void> {
  const secrets = await readSecrets(directory);
  if (secrets === null)
    throw new Error(`${directory} holds no installation of the one-machine form: name it with PARLEY_DATA_DIR.`);
  const own = (secrets.encryptionKeys ?? '').split(',').map((pair) => pair.slice(pair.indexOf(':') + 1));
  if (own.some((one) => makeBackupKey(one).id.equals(key.id)))
    throw new Error('The backup key is an encryption key of the data, which is in the backup: make another one.');
}

/** Uploads are listed before and after the database backup ends, so that it has every file that the database names. */
async function* listEntries(
  { environment }: CreateOptions,
  backup: BaseBackup,
  dataDir: string,
): AsyncGenerator<Entry> {
  const directory = environment.PARLEY_DATA_DIR;
  const uploads = environment.PARLEY_UPLOAD_S3_URL
    ? null
    : (environment.PARLEY_UPLOAD_DIR ?? join(directory, 'uploads'));
  const copied: Copied = new Map();
  yield* listDataFiles(backup, dataDir);
  if (uploads !== null) yield* listUploads(uploads, copied);
  yield* finishCluster(backup, dataDir);
  if (uploads !== null) yield* listUploads(uploads, copied);
  yield* listSmallFiles(directory, SMALL_FILES);
}

async function* withManifest(options: CreateOptions, entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const { environment } = options;
  const tally = makeTally();
  for await (const entry of entries) yield tally.count(entry);
  const manifest: Manifest = {
    format: 1,
    taken_at: new Date().toISOString(),
    has_encryption_keys: environment.PARLEY_ENCRYPTION_KEYS === undefined,
    has_uploads: environment.PARLEY_UPLOAD_S3_URL === undefined,
    files: tally.files,
  };
  yield textEntry(MANIFEST, JSON.stringify(manifest));
}

/** The URL of the embedded server, which is started for the backup when Parley is not running. */
async function openServer(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const url = await findRunningUrl(dataDir);
  if (url !== null) return { url, stop: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir, keepRunning: false });
  return { url: server.url, stop: () => server.stop() };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Backs up the one-machine form while it runs: database, uploaded files and secrets in one encrypted file
 * (docs/operations/backups.md). The file appears under its name when it is complete and durable.
 */
export async function createBackup(options: CreateOptions): Promise<void> {
  const { environment, file, key } = options;
  if (environment.DATABASE_URL)
    throw new Error(
      'DATABASE_URL names a server of its own: back it up with its own tools (docs/operations/backups.md).',
    );
  if (existsSync(file)) throw new Error(`${file} exists: name a new file.`);
  await assertKeyApart(environment.PARLEY_DATA_DIR, key);
  const dataDir = resolve(environment.PARLEY_DATA_DIR, 'postgres');
  const draft = `${file}.part`;
  const server = await openServer(dataDir);
  try {
    const backup = await startBaseBackup(server.url, dataDir);
    try {
      await pipeline(
        packEntries(withManifest(options, listEntries(options, backup, dataDir))),
        createGzip(GZIP),
        (source: AsyncIterable<Uint8Array>) => sealStream(source, key),
        createWriteStream(draft, { mode: PRIVATE, flush: true }),
      );
    } finally {
      await backup.close();
    }
    await rename(draft, file);
    await syncPath(dirname(resolve(file)));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await server.stop();
  }
}
