import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCipher } from './encryption.ts';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const first = keyOf('k-1');
const cipher = makeCipher(first);
const plain = randomBytes(1000);

test('sealed bytes open to the same bytes, even when another key has become the first', () => {
  const sealed = cipher.seal(plain, 'upload 1');
  expect(sealed.includes(plain.subarray(0, 16))).toBe(false);
  expect(makeCipher(`${keyOf('k-2')},${first}`).open(sealed, 'upload 1')).toEqual(plain);
  expect(cipher.open(cipher.seal(Buffer.alloc(0), 'empty'), 'empty')).toHaveLength(0);
});

test('sealed bytes open only for their purpose, unchanged and whole', () => {
  const sealed = cipher.seal(plain, 'upload 1');
  expect(() => cipher.open(sealed, 'upload 2')).toThrow();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => cipher.open(changed, 'upload 1')).toThrow();
  for (const length of [0, 5, 20, sealed.length - 1])
    expect(() => cipher.open(sealed.subarray(0, length), 'upload 1')).toThrow();
  expect(() => makeCipher(keyOf('k-3')).open(sealed, 'upload 1')).toThrow('No key');
});
