import { expect, test } from 'vitest';
import { countFitting } from './fit-answer.ts';

test.each([
  ['nothing', [], 10, 0],
  ['what fits', ['12345', '1'], 10, 2],
  ['what fits to the byte', ['12345', '1'], 10, 2],
  ['all but the last one', ['12345', '12'], 10, 1],
  ['bytes, not characters', ['字字', '1'], 10, 1],
  ['one that is too large alone', ['1234567890'], 10, 1],
])('of a page: %s', (_, items, maxBytes, expected) => {
  expect(countFitting(items, maxBytes)).toBe(expected);
});
