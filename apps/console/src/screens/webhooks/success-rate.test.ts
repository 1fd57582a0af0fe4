import { expect, test } from 'vitest';
import { successRate } from './success-rate.ts';

test.each([
  [{ ended: 0, delivered: 0 }, null],
  [{ ended: 3, delivered: 3 }, 1],
  [{ ended: 3, delivered: 0 }, 0],
  [{ ended: 5000, delivered: 4999 }, 0.999],
  [{ ended: 1000, delivered: 57 }, 0.057],
])('of %o is %s: never rounded up', (counted, expected) => {
  expect(successRate(counted)).toBe(expected);
});
