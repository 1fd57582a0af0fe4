import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, unpackEntries } from './archive.ts';
import type { BackupKey } from './backup-key.ts';
import { compareFiles, MANIFEST, Manifest, makeTally } from './manifest.ts';
import { openStream } from './sealed-stream.ts';

async function readText(contents: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of contents) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

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

/**
 * Writes the contents of a backup into an empty directory and compares them with the manifest. Throws when anything is
 * missing, damaged or encrypted with another key; the directory is then incomplete.
 */
export async function extractBackup(file: string, key: BackupKey, directory: string): Promise<Manifest> {
  let manifest: Manifest | null = null;
  const tally = makeTally();
  await pipeline(
    createReadStream(file),
    (source: AsyncIterable<Uint8Array>) => openStream(source, key),
    createGunzip(),
    async (source: AsyncIterable<Uint8Array>) => {
      for await (const entry of unpackEntries(source)) {
        if (entry.path === MANIFEST && entry.contents !== null)
          manifest = Manifest.parse(JSON.parse(await readText(entry.contents)));
        else await writeEntry(directory, tally.count(entry));
      }
    },
  );
  // The compiler does not see the assignment inside the pipeline.
  const found = manifest as Manifest | null;
  if (found === null) throw new Error('The backup has no manifest: it is incomplete.');
  compareFiles(found.files, tally.files);
  return found;
}
