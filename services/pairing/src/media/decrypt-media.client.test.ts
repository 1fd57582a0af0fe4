import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptMedia, MAC_BYTES, MediaBroken, type MediaHashes } from './decrypt-media.client.ts';

const KEYS = { iv: randomBytes(16), cipherKey: randomBytes(32), macKey: randomBytes(32) };
const NO_HASHES: MediaHashes = { sha256: null, encSha256: null };
const MAX = 1_000_000;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
const withMac = (sealed: Uint8Array): Buffer =>
  Buffer.concat([
    sealed,
    createHmac('sha256', KEYS.macKey).update(KEYS.iv).update(sealed).digest().subarray(0, MAC_BYTES),
  ]);
function seal(plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', KEYS.cipherKey, KEYS.iv);
  return withMac(Buffer.concat([cipher.update(plain), cipher.final()]));
}

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
/** The bytes that were yielded, and the error that ended them. */
async function read(body: AsyncIterable<Uint8Array>): Promise<{ given: Buffer; error: unknown }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of body) parts.push(part);
  } catch (error) {
    return { given: Buffer.concat(parts), error };
  }
  return { given: Buffer.concat(parts), error: null };
}
const open = (bytes: Buffer, hashes = NO_HASHES, max = MAX, size = 1000) =>
  read(decryptMedia(inParts(bytes, size), KEYS, hashes, max));

test.each([0, 1, 15, 16, 17, 31, 32, 100_000])('decrypts a file of %i bytes, in parts of any size', async (length) => {
  const plain = randomBytes(length);
  const sealed = seal(plain);
  const hashes = { sha256: hashOf(plain), encSha256: hashOf(sealed) };
  for (const size of [1, 7, 16, 4096, 200_000]) {
    if (length / size > 10_000) continue;
    expect(await open(sealed, hashes, MAX, size)).toEqual({ given: plain, error: null });
  }
});

/** The length of the file that ends without padding. */
const UNPADDED = 2496;
const PLAIN = randomBytes(5000);
// The last byte of a random block looks like padding in one of 256 runs; a zero never does.
PLAIN[UNPADDED - 1] = 0;
const SEALED = seal(PLAIN);
const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(SEALED);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

test.each([
  ['nothing', Buffer.alloc(0), NO_HASHES],
  ['less than its proof', SEALED.subarray(0, 5), NO_HASHES],
  ['its proof alone', SEALED.subarray(-MAC_BYTES), NO_HASHES],
  ['its first half', SEALED.subarray(0, 2500), NO_HASHES],
  ['all but its last byte', SEALED.subarray(0, -1), NO_HASHES],
  ['a byte more', Buffer.concat([SEALED, Buffer.alloc(1)]), NO_HASHES],
  ['a changed byte', flipped(100), NO_HASHES],
  ['a changed proof', flipped(SEALED.length - 1), NO_HASHES],
  ['no whole blocks, under a good proof', withMac(SEALED.subarray(0, 2505)), NO_HASHES],
  ['no padding, under a good proof', withMac(SEALED.subarray(0, UNPADDED)), NO_HASHES],
  ['no block, under a good proof', withMac(Buffer.alloc(0)), NO_HASHES],
  ['another hash', SEALED, { sha256: hashOf(SEALED), encSha256: null }],
  ['another hash as it lies there', SEALED, { sha256: null, encSha256: hashOf(PLAIN) }],
])('a file that is %s is broken, and never returned whole', async (_what, bytes, hashes) => {
  const { given, error } = await open(bytes, hashes);
  expect(error).toBeInstanceOf(MediaBroken);
  expect(given.equals(PLAIN)).toBe(false);
});

test('a file over the limit ends at the limit', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield Buffer.alloc(1000);
  }
  const { given, error } = await read(decryptMedia(endless(), KEYS, NO_HASHES, 10_000));
  expect(error).toBeInstanceOf(MediaBroken);
  expect(given.length).toBeLessThanOrEqual(10_000);
});

test('an error of the source ends the file with the same error', async () => {
  const reset = new Error('reset');
  async function* broken(): AsyncGenerator<Buffer> {
    yield SEALED.subarray(0, 100);
    throw reset;
  }
  expect((await read(decryptMedia(broken(), KEYS, NO_HASHES, MAX))).error).toBe(reset);
});
