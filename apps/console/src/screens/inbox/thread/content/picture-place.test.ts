import { expect, test } from 'vitest';
import { placeOfPicture } from './picture-place.ts';

test.each([
  ['an unknown size', null, null, 256, 192],
  ['a wide photo', 4000, 3000, 256, 192],
  ['a tall photo', 3000, 4000, 144, 192],
  ['a panorama', 8000, 500, 256, 48],
  ['a small picture', 100, 80, 100, 80],
  ['a point', 1, 1, 48, 48],
])('%s has its box', (_, width, height, placeWidth, placeHeight) => {
  expect(placeOfPicture({ width, height })).toEqual({ width: placeWidth, height: placeHeight });
});
