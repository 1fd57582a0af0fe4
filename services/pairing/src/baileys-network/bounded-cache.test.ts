import { expect, test } from 'vitest';
import { makeBoundedMap } from './bounded-cache.ts';

test('it never holds more than its bound, and drops what was used longest ago', () => {
  const map = makeBoundedMap<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect(map.get('a')).toBe(0);
  map.set('d', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.get('d'), map.size()]).toEqual([0, undefined, 2, 3, 3]);
});

test('what is too old is gone', () => {
  const map = makeBoundedMap<number>(3, -1);
  map.set('a', 1);
  expect(map.get('a')).toBeUndefined();
});
