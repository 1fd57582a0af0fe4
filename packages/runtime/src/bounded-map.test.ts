import { expect, test } from 'vitest';
import { makeBoundedMap, memoizeBounded } from './bounded-map.ts';

test('it never holds more than its limit, and drops the least recently used entry', () => {
  const map = makeBoundedMap<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect(map.get('a')).toBe(0);
  map.set('d', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.get('d'), map.size()]).toEqual([0, undefined, 2, 3, 3]);
});

test('has() does not mark an entry as used', () => {
  const map = makeBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.has('a')).toBe(true);
  map.set('c', 3);
  expect([map.has('a'), map.has('b'), map.has('c')]).toEqual([false, true, true]);
});

test('setting a key again replaces its value, and drops nothing else', () => {
  const map = makeBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('b', 3);
  expect([map.get('a'), map.get('b')]).toEqual([1, 3]);
});

test('expired entries are dropped at once when asked, and no others', () => {
  let nowMs = 0;
  const map = makeBoundedMap<string, number>(3, { keepMs: 100, nowMs: () => nowMs });
  map.set('a', 1);
  map.set('short', 2, 10);
  nowMs = 10;
  expect(map.size()).toBe(2);
  map.dropExpired();
  expect([map.size(), map.get('a')]).toEqual([1, 1]);
});

test('an entry expires after its own time, otherwise after the map’s', () => {
  let nowMs = 0;
  const map = makeBoundedMap<string, number>(3, { keepMs: 100, nowMs: () => nowMs });
  map.set('a', 1);
  map.set('short', 2, 10);
  nowMs = 10;
  expect([map.get('a'), map.get('short')]).toEqual([1, undefined]);
  nowMs = 99;
  expect(map.has('a')).toBe(true);
  nowMs = 100;
  expect([map.has('a'), map.get('a'), map.size()]).toEqual([false, undefined, 0]);
});

test('a memoized value is computed again only after it was dropped', () => {
  const made: string[] = [];
  const lengthOf = memoizeBounded((text) => {
    made.push(text);
    return text.length;
  }, 2);
  expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 3, 1, 2]);
  expect(made).toEqual(['a', 'bb', 'ccc', 'bb']);
});

test('lists its entries, the least recently used first, while some of them are deleted', () => {
  let nowMs = 0;
  const map = makeBoundedMap<string, number>(3, { keepMs: 10, nowMs: () => nowMs });
  map.set('old', 0, 1);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  nowMs = 5;
  const seen: [string, number][] = [];
  for (const [key, value] of map.entries()) {
    seen.push([key, value]);
    map.delete(key);
  }
  expect(seen).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect(map.size()).toBe(0);
});
