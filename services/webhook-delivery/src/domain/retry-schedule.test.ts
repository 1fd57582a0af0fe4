import { expect, test } from 'vitest';
import { nextWaitMs, retryAfterMs } from './retry-schedule.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const SCHEDULE = [5, 300, 1800];

test('the wait after each failed attempt is the schedule’s, between 80 and 120 %', () => {
  expect([0, 0.5, 1].map((random) => nextWaitMs(SCHEDULE, 1, random))).toEqual([4000, 5000, 6000]);
  expect(nextWaitMs(SCHEDULE, 3, 0.5)).toBe(1_800_000);
});

test('after the last of the schedule there is no other', () => {
  expect(nextWaitMs(SCHEDULE, 4, 0.5)).toBeNull();
});

test.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['0', 0],
  ['Fri, 01 May 2026 12:01:00 GMT', 60_000],
  ['999999', 86_400_000],
  ['Sat, 01 May 2027 12:01:00 GMT', 86_400_000],
  ['Fri, 01 May 2026 11:00:00 GMT', null],
  ['soon', null],
  ['-5', null],
  ['', null],
  [undefined, null],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});
