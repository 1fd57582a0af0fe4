import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sharedBuffersMb } from './shared-buffers.ts';

const GB = 1024 ** 3;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-buffers-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Files of a database; they take no space on the disk. */
async function writeFiles(...bytes: number[]): Promise<void> {
  const directory = join(dataDir, 'base', '16384');
  await mkdir(directory, { recursive: true });
  for (const [at, size] of bytes.entries()) {
    await writeFile(join(directory, String(at)), '');
    await truncate(join(directory, String(at)), size);
  }
}

test('a new and a small database have 96 MB of shared buffers', async () => {
  expect(await sharedBuffersMb(dataDir, 8 * GB)).toBe(96);
  await writeFiles(GB / 8);
  expect(await sharedBuffersMb(dataDir, 8 * GB)).toBe(96);
});

test('a large one has an eighth of its size, at most an eighth of the memory', async () => {
  await writeFiles(GB, GB, 2 * GB);
  expect(await sharedBuffersMb(dataDir, 8 * GB)).toBe(512);
  expect(await sharedBuffersMb(dataDir, 2 * GB)).toBe(256);
});

test('the least stays on a machine with little memory', async () => {
  await writeFiles(4 * GB);
  expect(await sharedBuffersMb(dataDir, GB / 4)).toBe(96);
});
