import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BaseBackup, CONTROL_FILE, WAL_DIRECTORY } from '@parley/embedded-postgres/base-backup';
import { isAbsent } from '@parley/runtime/reading/is-absent';
import type { Entry } from './archive.ts';

async function* bytesOf(contents: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(contents);
}

/** A file as an entry; null when it no longer exists. It is opened first, so that a head is only written for a file that can be read. */
async function fileEntry(path: string, file: string): Promise<Entry | null> {
  try {
    const handle = await open(file, 'r');
    return { path, contents: createReadStream('', { fd: handle, highWaterMark: 262_144 }) };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export const textEntry = (path: string, text: string): Entry => ({ path, contents: bytesOf(text) });

/** The files of the cluster below `postgres`, and the control file last. */
export async function* listDataFiles(backup: BaseBackup, dataDir: string): AsyncGenerator<Entry> {
  yield { path: 'postgres', contents: null };
  for await (const { path, isDirectory } of backup.listDataFiles()) {
    const entry = isDirectory
      ? { path: `postgres/${path}`, contents: null }
      : await fileEntry(`postgres/${path}`, join(dataDir, path));
    if (entry) yield entry;
  }
  yield { path: `postgres/${CONTROL_FILE}`, contents: bytesOf(await backup.readControlFile()) };
}

/** Ends the backup of the cluster, and lists its label and write-ahead log. */
export async function* finishCluster(backup: BaseBackup, dataDir: string): AsyncGenerator<Entry> {
  const { label, walFiles } = await backup.finish();
  yield textEntry('postgres/backup_label', label);
  for (const name of walFiles) {
    const path = `${WAL_DIRECTORY}/${name}`;
    yield { path: `postgres/${path}`, contents: bytesOf(await readFile(join(dataDir, path))) };
  }
}

/** Remembers the copied files, so that a second pass copies only new and changed ones. */
export type Copied = Map<string, string>;

/** The uploaded files of a folder that are not copied yet. */
export async function* listUploads(root: string, copied: Copied): AsyncGenerator<Entry> {
  const names = await readdir(root, { recursive: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const name of names.toSorted()) {
    const facts = await stat(join(root, name)).catch(() => null);
    if (facts === null) continue;
    const path = `uploads/${name}`;
    const version = facts.isDirectory() ? '' : `${facts.mtimeMs} ${facts.size}`;
    if (copied.get(path) === version) continue;
    const entry = facts.isDirectory() ? { path, contents: null } : await fileEntry(path, join(root, name));
    if (entry === null) continue;
    copied.set(path, version);
    yield entry;
  }
}

/** The files that exist. */
export async function* listSmallFiles(directory: string, names: readonly string[]): AsyncGenerator<Entry> {
  for (const name of names) {
    const entry = await fileEntry(name, join(directory, name));
    if (entry) yield entry;
  }
}
