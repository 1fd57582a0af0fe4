import { expect, test } from 'vitest';
import { makeThrottle } from './throttle.rules.ts';

test('one call per interval is admitted, the first one at once', () => {
  const throttle = makeThrottle(5000);
  expect([0, 1, 4999, 5000, 9999, 10_000].filter((ms) => throttle.admits(new Date(ms)))).toEqual([0, 5000, 10_000]);
});
