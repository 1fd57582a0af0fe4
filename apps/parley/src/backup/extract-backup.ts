import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, unpackEntries } from './archive.ts';
import type { BackupKey } from './backup-key.ts';
import { compareFiles, MANIFEST, Manifest, makeTally } from './manifest.ts';
import { openStream } from './sealed-stream.ts';

async function writeEntry(directory: string, { path, contents }: Entry): Promise<void> {
  const target = join(directory, path);
  if (contents === null) {
    await mkdir(target, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  // PostgreSQL itself makes the files of a cluster durable before it recovers.
  const flush = !path.startsWith('postgres/');
  await pipeline(contents, createWriteStream(target, { mode: 0o600, flush }));
}

/** Writes the entries of an archive, and compares them with its manifest. */
async function writeEntries(directory: string, archive: AsyncIterable<Uint8Array>): Promise<Manifest> {
  let manifest: Manifest | null = null;
  const tally = makeTally();
  for await (const entry of unpackEntries(archive)) {
    if (entry.path === MANIFEST && entry.contents !== null)
      manifest = Manifest.parse(JSON.parse(await text(entry.contents)));
    else await writeEntry(directory, tally.count(entry));
  }
  if (manifest === null) throw new Error('The backup has no manifest: it is incomplete.');
  compareFiles(manifest.files, tally.files);
  return manifest;
}

/**
 * Writes the contents of a backup into an empty directory and compares them with the manifest. Throws when anything is
 * missing, damaged or encrypted with another key; the directory is then incomplete, and nothing is written to it any more.
 */
export async function extractBackup(file: string, key: BackupKey, directory: string): Promise<Manifest> {
  const archive = createGunzip();
  const decrypt = (source: AsyncIterable<Uint8Array>) => openStream(source, key);
  // Each fails with the other. Both must have ended, so that the caller can remove the directory.
  const [written, read] = await Promise.allSettled([
    writeEntries(directory, archive),
    pipeline(createReadStream(file), decrypt, archive),
  ]);
  if (written.status === 'rejected') throw written.reason;
  if (read.status === 'rejected') throw read.reason;
  return written.value;
}
