import { expect, test } from 'vitest';
import { boundAskedWait, nextWaitMs } from './retry-schedule.ts';

const SCHEDULE = [5, 300, 1800];

test('the wait after each failed attempt follows the schedule, ±20 %', () => {
  expect([0, 0.5, 1].map((random) => nextWaitMs(SCHEDULE, 1, random))).toEqual([4000, 5000, 6000]);
  expect(nextWaitMs(SCHEDULE, 3, 0.5)).toBe(1_800_000);
});

test('after the end of the schedule there is no further attempt', () => {
  expect(nextWaitMs(SCHEDULE, 4, 0.5)).toBeNull();
});

test.each([
  [60_000, 60_000],
  [999_999_000, 86_400_000],
  [null, null],
])('a receiver that asks for %j ms waits %j', (asked, expected) => {
  expect(boundAskedWait(asked)).toBe(expected);
});
