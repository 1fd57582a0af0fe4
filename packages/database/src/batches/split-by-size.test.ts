import { expect, test } from 'vitest';
import { splitBySize } from './split-by-size.ts';

const LIMITS = { maxItems: 3, maxBytes: 30 };

test('parts keep the order and both limits; an item that is too large is alone', () => {
  const [small, large] = ['aa', 'x'.repeat(50)];
  expect([...splitBySize([small, small, small, small], LIMITS)]).toEqual([[small, small, small], [small]]);
  expect([...splitBySize([small, large, small], LIMITS)]).toEqual([[small], [large], [small]]);
  expect([...splitBySize(['é'.repeat(10), 'é'.repeat(10)], LIMITS)]).toHaveLength(2);
  expect([...splitBySize([], LIMITS)]).toEqual([]);
});
