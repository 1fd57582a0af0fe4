import { expect, test } from 'vitest';
import { resolveRange } from './media-file.rules.ts';

const FILE = { total: 100, etag: '"att_1"' };

test.each([
  ['from a byte on', { start: 10, end: null }, { start: 10, end: 99 }],
  ['between two bytes', { start: 10, end: 19 }, { start: 10, end: 19 }],
  ['one byte', { start: 99, end: 99 }, { start: 99, end: 99 }],
  ['beyond the end', { start: 90, end: 500 }, { start: 90, end: 99 }],
  ['the last bytes', { start: null, end: 5 }, { start: 95, end: 99 }],
  ['more last bytes than there are', { start: null, end: 500 }, { start: 0, end: 99 }],
  ['no last bytes', { start: null, end: 0 }, 'unsatisfiable'],
  ['a start at the end', { start: 100, end: null }, 'unsatisfiable'],
  ['of the same version', { start: 0, end: 9, ifRange: '"att_1"' }, { start: 0, end: 9 }],
  ['of another version', { start: 0, end: 9, ifRange: '"att_2"' }, null],
] as const)('%s', (_, asked, part) => {
  expect(resolveRange(asked, FILE)).toEqual(part);
});

test('a file without bytes has no part', () => {
  expect(resolveRange({ start: 0, end: null }, { ...FILE, total: 0 })).toBe('unsatisfiable');
  expect(resolveRange({ start: null, end: 5 }, { ...FILE, total: 0 })).toBe('unsatisfiable');
});

test('without a request it is the whole file', () => {
  expect(resolveRange(undefined, FILE)).toBeNull();
});
