import { expect, test } from 'vitest';
import { chooseEncoding } from './send-built-file.ts';

const both = ['br', 'gzip'] as const;
const none = [] as const;

test.each([
  ['gzip, deflate, br, zstd', both, 'br'],
  ['gzip', both, 'gzip'],
  ['br;q=0, gzip;q=0.5', both, 'gzip'],
  ['br;q=0.5', both, 'br'],
  ['identity', both, null],
  [undefined, both, null],
  ['gzip, br', none, null],
])('sends the smallest available form to a browser that accepts %s', (header, existing, expected) => {
  expect(chooseEncoding(header, existing)).toBe(expected);
});
