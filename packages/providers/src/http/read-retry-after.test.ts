import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const NOW = new Date('2026-05-01T12:00:00Z');

test.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['0', 0],
  ['1.5', 1500],
  ['Fri, 01 May 2026 12:01:00 GMT', 60_000],
  ['999999', 999_999_000],
  ['Fri, 01 May 2026 11:00:00 GMT', null],
  ['9'.repeat(400), null],
  ['soon', null],
  ['-5', null],
  ['', null],
  [['1', '2'], null],
  [undefined, null],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});
