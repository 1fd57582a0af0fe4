import { expect, test } from 'vitest';
import { joinSearchIndexes, type StoredIndex } from '../src/join-search-indexes.ts';

const indexOf = (places: string[], index: StoredIndex['index'], average: number): StoredIndex => ({
  documentCount: places.length,
  nextId: places.length,
  documentIds: Object.fromEntries(places.map((place, id) => [id, place])),
  fieldIds: { title: 0 },
  fieldLength: Object.fromEntries(places.map((_, id) => [id, [average]])),
  averageFieldLength: [average],
  storedFields: Object.fromEntries(places.map((place, id) => [id, { title: place }])),
  dirtCount: 0,
  index,
  serializationVersion: 2,
});

test('a joined index finds the documents of both, and a word of both in each', () => {
  const english = indexOf(['a', 'b'], [['api', { 0: { 0: 1 } }], ['send', { 0: { 1: 2 } }]], 3); // biome-ignore format: a row
  const arabic = indexOf(['ar'], [['api', { 0: { 0: 4 } }], ['رسالة', { 0: { 0: 1 } }]], 6); // biome-ignore format: a row
  expect(joinSearchIndexes(english, arabic)).toMatchObject({
    documentCount: 3,
    nextId: 3,
    documentIds: { 0: 'a', 1: 'b', 2: 'ar' },
    storedFields: { 2: { title: 'ar' } },
    fieldLength: { 0: [3], 1: [3], 2: [6] },
    averageFieldLength: [4],
    index: [
      ['api', { 0: { 0: 1, 2: 4 } }],
      ['send', { 0: { 1: 2 } }],
      ['رسالة', { 0: { 2: 1 } }],
    ],
  });
});
