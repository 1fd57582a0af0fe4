import { expect, test } from 'vitest';
import { moveBy } from './move-by.ts';

test.each([
  ['b', -1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
  ['x', 1, ['a', 'b', 'c']],
] as const)('%s moved by %i', (id, by, order) => {
  expect(moveBy(['a', 'b', 'c'], id, by)).toEqual(order);
});
