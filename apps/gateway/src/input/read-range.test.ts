import { expect, test } from 'vitest';
import { readRange } from './read-range.ts';

test.each([
  ['bytes=0-', { start: 0, end: null }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=-5', { start: null, end: 5 }],
  ['bytes=19-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=99999999999999999999-', undefined],
  [undefined, undefined],
])('%s is read as %j', (range, read) => {
  expect(readRange({ range })).toEqual(read);
});

test('passes on the entity tag of If-Range', () => {
  expect(readRange({ range: 'bytes=1-2', 'if-range': '"att_1"' })).toEqual({ start: 1, end: 2, ifRange: '"att_1"' });
});
