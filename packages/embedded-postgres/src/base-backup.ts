import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from './error-code.ts';

/** A file or folder of a cluster; a path with `/`, relative to the data directory. */
export interface ClusterEntry {
  path: string;
  isDirectory: boolean;
}

/** An online backup of a running cluster: its data files first, then the write-ahead log that makes them consistent. */
export interface BaseBackup {
  /** Folders before their contents. A file may change or vanish while it is read. */
  listDataFiles(): AsyncIterable<ClusterEntry>;
  /** Reads the control file, which belongs to the data, without tearing. */
  readControlFile(): Promise<Buffer>;
  /**
   * Ends the backup. It contains every transaction that was committed before this call. Returns the label file that
   * PostgreSQL needs for recovery, and the names of the required files of the write-ahead log.
   */
  finish(): Promise<{ label: string; walFiles: string[] }>;
  /** Closes the session; a backup that is not finished is ended. */
  close(): Promise<void>;
}

export const CONTROL_FILE = 'global/pg_control';
export const WAL_DIRECTORY = 'pg_wal';

/** Folders that must exist, but whose contents PostgreSQL replaces when it starts. */
const EMPTIED = new Set([
  ...[WAL_DIRECTORY, 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
/** Files of the running server, temporary files, and caches. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init.*)$/;
const WAL_FILE = /^[0-9A-F]{24}$/;
const WAL_FOLDERS = ['archive_status', 'summaries'];

async function* listFiles(dataDir: string, folder = ''): AsyncIterable<ClusterEntry> {
  // A folder vanishes with its database.
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || path === CONTROL_FILE) continue;
    if (entry.isSymbolicLink()) throw new Error(`${path} is a link: a cluster with tablespaces is not backed up.`);
    if (entry.isFile()) yield { path, isDirectory: false };
    if (!entry.isDirectory()) continue;
    yield { path, isDirectory: true };
    if (!EMPTIED.has(path)) yield* listFiles(dataDir, path);
  }
}

/** Reads the control file until two reads agree: a read during a write may be torn. */
async function readControl(dataDir: string): Promise<Buffer> {
  let last = await readFile(join(dataDir, CONTROL_FILE));
  for (;;) {
    await pause(5);
    const next = await readFile(join(dataDir, CONTROL_FILE));
    if (next.equals(last)) return next;
    last = next;
  }
}

/**
 * Starts an online backup. `url` is that of an administrator on the server itself. Until it is closed, a slot keeps the
 * write-ahead log that the backup needs.
 */
export async function startBaseBackup(url: string, dataDir: string): Promise<BaseBackup> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley-backup', keepAlive: true });
  // A lost connection also fails the running statement.
  client.on('error', () => {});
  await client.connect();
  const one = async (text: string, values: unknown[] = []): Promise<Record<string, string>> => {
    const [row] = (await client.query<Record<string, string>>(text, values)).rows;
    if (!row) throw new Error('A statement of the backup returned no row.');
    return row;
  };
  try {
    await client.query(`SELECT pg_create_physical_replication_slot($1, true, true)`, [`parley_backup_${process.pid}`]);
    const { first = '' } = await one(`SELECT pg_walfile_name(pg_backup_start('parley', fast => true)) AS first`);
    return {
      async *listDataFiles() {
        yield* listFiles(dataDir);
        for (const folder of WAL_FOLDERS) yield { path: `${WAL_DIRECTORY}/${folder}`, isDirectory: true };
      },
      readControlFile: () => readControl(dataDir),
      async finish() {
        const { label = '', last = '' } = await one(
          `SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)`,
        );
        const names = await readdir(join(dataDir, WAL_DIRECTORY));
        const walFiles = names.filter((name) => WAL_FILE.test(name) && name >= first && name <= last).sort();
        if (walFiles[0] !== first || walFiles.at(-1) !== last)
          throw new Error(`The write-ahead log from ${first} to ${last} is not complete.`);
        return { label, walFiles };
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
