import { expect, test } from 'vitest';
import { at } from './at.ts';

test('an element is returned, also an absent value that is one', () => {
  expect([at([7, 8], 0), at([7, 8], 1), at([undefined, null], 0), at([undefined, null], 1)]).toEqual([
    7,
    8,
    undefined,
    null,
  ]);
  expect(at(new Uint8Array([9]), 0)).toBe(9);
});

test.each([-1, 2, 0.5, Number.NaN])('position %s of two throws', (index) => {
  expect(() => at(['a', 'b'], index)).toThrow('A list of 2 has no element');
});
