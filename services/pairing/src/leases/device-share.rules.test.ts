import { expect, test } from 'vitest';
import { devicesToTake } from './device-share.rules.ts';

test.each([
  ['alone it takes all', { workers: 1, wanted: 10 }, 0, 10],
  ['a batch at most', { workers: 1, wanted: 1000 }, 0, 60],
  ['an even share', { workers: 2, wanted: 10 }, 0, 5],
  ['rounded up, so that none is left', { workers: 3, wanted: 10 }, 0, 4],
  ['less what it holds', { workers: 2, wanted: 10 }, 4, 1],
  ['nothing when it holds its share', { workers: 2, wanted: 10 }, 5, 0],
  ['nothing when it holds more than its share', { workers: 2, wanted: 10 }, 9, 0],
  ['nothing when nothing is wanted', { workers: 2, wanted: 0 }, 0, 0],
  ['the last one may be anybody’s', { workers: 3, wanted: 1 }, 0, 1],
])('%s', (_, share, held, expected) => {
  expect(devicesToTake(share, held, 60)).toBe(expected);
});
