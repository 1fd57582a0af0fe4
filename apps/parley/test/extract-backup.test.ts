import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Entry, packEntries } from '@parley/parley/backup/archive';
import { makeBackupKey } from '@parley/parley/backup/backup-key';
import { restoreBackup } from '@parley/parley/backup/restore-backup';
import { sealStream } from '@parley/parley/backup/sealed-stream';
import { expect, onTestFinished, test } from 'vitest';

// docs/operations/backups.md#restore

const KEY = makeBackupKey(randomBytes(32).toString('base64'));

async function* randomFiles(count: number): AsyncGenerator<Entry> {
  async function* contents(): AsyncGenerator<Uint8Array> {
    yield randomBytes(2000);
  }
  for (let n = 0; n < count; n++) yield { path: `folder-${n}/file`, contents: contents() };
}

test('a backup that turns out to be damaged while files are written is refused with its reason and leaves nothing', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'parley-extract-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const file = join(parent, 'backup');
  const seal = (source: AsyncIterable<Uint8Array>) => sealStream(source, KEY);
  await pipeline(packEntries(randomFiles(300)), createGzip(), seal, createWriteStream(file));
  const bytes = await readFile(file);
  bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
  await writeFile(file, bytes);
  for (let n = 0; n < 5; n++)
    await expect(restoreBackup(file, KEY, join(parent, 'restored'))).rejects.toThrow('damaged or incomplete');
  expect(await readdir(parent)).toEqual(['backup']);
});
