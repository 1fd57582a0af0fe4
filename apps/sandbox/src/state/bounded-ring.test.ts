import { expect, it } from 'vitest';
import { makeBoundedRing } from './bounded-ring.ts';

it('keeps the newest entries under their own sequence numbers', () => {
  const ring = makeBoundedRing<number>({ maxEntries: 3 });
  for (let i = 1; i <= 5000; i++) expect(ring.push(i)).toBe(i);
  expect(ring.all()).toEqual([4998, 4999, 5000]);
  expect(ring.since(4999, 10)).toEqual([{ seq: 5000, entry: 5000 }]);
  expect(ring.total()).toBe(5000);
});

it('keeps no more bytes than allowed, but always the newest entry', () => {
  const ring = makeBoundedRing<string>({ maxEntries: 100, maxBytes: 10, sizeOf: (text) => text.length });
  for (const text of ['aaaa', 'bbbb', 'cccc']) ring.push(text);
  expect(ring.all()).toEqual(['bbbb', 'cccc']);
  ring.push('x'.repeat(50));
  expect(ring.all()).toEqual(['x'.repeat(50)]);
});

it('returns its newest entries, oldest first', () => {
  const ring = makeBoundedRing<string>({ maxEntries: 3 });
  expect(ring.newest(2)).toEqual([]);
  for (const text of ['a', 'b', 'c', 'd']) ring.push(text);
  expect(ring.newest(2)).toEqual([
    { seq: 3, entry: 'c' },
    { seq: 4, entry: 'd' },
  ]);
  expect(ring.newest(10).map(({ entry }) => entry)).toEqual(['b', 'c', 'd']);
});

it('never uses a sequence number twice, not even after it was cleared', () => {
  const ring = makeBoundedRing<string>({ maxEntries: 5 });
  ring.push('a');
  ring.clear();
  expect(ring.push('b')).toBe(2);
  expect(ring.since(0, 10)).toEqual([{ seq: 2, entry: 'b' }]);
});
