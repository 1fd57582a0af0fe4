import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { decryptMedia } from '../media/decrypt-media.client.ts';
import { type SealedFile, withSealedFile } from './seal-file.client.ts';

const KEYS = { iv: randomBytes(16), cipherKey: randomBytes(32), macKey: randomBytes(32) };
const OPTIONS = { keys: KEYS, keepBytes: 1000, signal: new AbortController().signal };
const given = process.env.TMPDIR;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'seal-file-'));
  process.env.TMPDIR = directory;
});
afterAll(async () => {
  if (given === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = given;
  await rm(directory, { recursive: true });
});
afterEach(async () => {
  process.env.TMPDIR = directory;
  expect(await readdir(directory)).toEqual([]);
});

async function* inParts(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
const opened = ({ read, sha256, encSha256 }: SealedFile): Promise<Buffer> =>
  bytesOf(
    decryptMedia(
      read(),
      KEYS,
      { sha256: sha256.toString('base64'), encSha256: encSha256.toString('base64') },
      10_000_000,
    ),
  );

test.each([0, 1, 16, 999, 1_000_000])(
  'a file of %i bytes is sealed so that it can be opened, as often as it is read',
  async (length) => {
    const plain = randomBytes(length);
    await withSealedFile(inParts(plain), OPTIONS, async (file) => {
      // It has no name, so that a dead process leaves nothing.
      expect(await readdir(directory)).toEqual([]);
      expect([file.length, file.sealedLength]).toEqual([length, length - (length % 16) + 16 + 10]);
      expect((await opened(file)).equals(plain)).toBe(true);
      expect((await opened(file)).equals(plain)).toBe(true);
      expect(file.plain?.equals(plain) ?? null).toBe(length <= 1000 ? true : null);
    });
  },
);

test('throws when the source breaks off, and when the use of the file fails', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield randomBytes(5000);
    throw new Error('reset');
  }
  await expect(withSealedFile(broken(), OPTIONS, async () => 'sealed')).rejects.toThrow('reset');
  const fail = async (): Promise<never> => {
    throw new Error('not taken');
  };
  await expect(withSealedFile(inParts(randomBytes(5000)), OPTIONS, fail)).rejects.toThrow('not taken');
});

test('throws when the disk is full', async () => {
  const openTemporary = () => open('/dev/full', 'r+');
  const sealing = withSealedFile(inParts(randomBytes(500_000)), { ...OPTIONS, openTemporary }, async () => 'sealed');
  await expect(sealing).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('throws when the directory does not exist', async () => {
  process.env.TMPDIR = join(directory, 'nowhere');
  await expect(withSealedFile(inParts(randomBytes(10)), OPTIONS, async () => 'sealed')).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('a deadline ends it', async () => {
  const aborted = AbortSignal.abort(new Error('It took too long.'));
  await expect(
    withSealedFile(inParts(randomBytes(10)), { ...OPTIONS, signal: aborted }, async () => 'sealed'),
  ).rejects.toThrow('It took too long.');
});
