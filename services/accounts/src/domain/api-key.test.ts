import { expect, test } from 'vitest';
import { hashApiKey, makeApiKey } from './api-key.ts';

test('an API key encodes all of its random bytes at a fixed length in one alphabet', () => {
  expect(makeApiKey(() => Buffer.alloc(32, 0))).toBe(`pk_${'0'.repeat(43)}`);
  expect(makeApiKey(() => Buffer.alloc(32, 0xff))).toMatch(/^pk_[0-9A-Za-z]{43}$/);
  const lowest = Buffer.alloc(32, 0);
  lowest[31] = 1;
  expect(makeApiKey(() => lowest)).toBe(`pk_${'0'.repeat(42)}1`);
});

test('two API keys differ, and so do their hashes', () => {
  const keys = Array.from({ length: 100 }, () => makeApiKey());
  expect(new Set(keys).size).toBe(100);
  expect(new Set(keys.map((key) => hashApiKey(key).toString('hex'))).size).toBe(100);
});
