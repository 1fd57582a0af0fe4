import { expect, test } from 'vitest';
import { type Failures, GROWING_PAUSES, STEADY_ALLOWANCE } from './sign-in-pause.ts';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

test.each([
  [0, 0, 0],
  [9, 0, 0],
  [10, 0, 1000],
  [11, 0, 2000],
  [12, 1000, 3000],
  [14, 0, 16_000],
  [15, 0, 30_000],
  [1000, 0, 30_000],
  [1000, 30_000, 0],
  [1000, 29_000, 1000],
  [10, 900_000, 0],
])(
  'after %i failures of a device or network, the last one %i ms ago, the next try waits %i ms',
  (failures, sinceMs, pauseMs) => {
    expect(GROWING_PAUSES.pauseBefore({ failures, lastAt: ago(sinceMs) }, NOW)).toBe(pauseMs);
  },
);

test('a try counts as failed when it begins; after a quarter of an hour the count starts at one', () => {
  expect(GROWING_PAUSES.afterTry({ failures: 4, lastAt: ago(1000) }, NOW)).toEqual({ failures: 5, lastAt: NOW });
  expect(GROWING_PAUSES.afterTry({ failures: 40, lastAt: ago(900_000) }, NOW)).toEqual({ failures: 1, lastAt: NOW });
});

/** The number of tries at these moments that an account admits. */
function admitted(moments: readonly number[]): number {
  let held: Failures = { failures: 0, lastAt: new Date(0) };
  let count = 0;
  for (const ms of moments) {
    const at = new Date(NOW.getTime() + ms);
    if (STEADY_ALLOWANCE.pauseBefore(held, at) > 0) continue;
    held = STEADY_ALLOWANCE.afterTry(held, at);
    count++;
  }
  return count;
}
const everyMs = (ms: number, count: number): number[] => Array.from({ length: count }, (_, index) => index * ms);

test('an account admits 60 tries at once, then one every 10 s', () => {
  expect(admitted(everyMs(0, 100))).toBe(60);
  expect(admitted(everyMs(1000, 3600))).toBe(60 + 359);
});

test('one try every 10 s or more never exhausts an account’s allowance', () => {
  expect(admitted(everyMs(10_000, 10_000))).toBe(10_000);
  expect(admitted(everyMs(12_345, 10_000))).toBe(10_000);
});

test('a full account admits the next try after the pause that it reports', () => {
  const held = { failures: 60, lastAt: ago(4000) };
  const pauseMs = STEADY_ALLOWANCE.pauseBefore(held, NOW);
  expect(pauseMs).toBe(6000);
  expect(STEADY_ALLOWANCE.pauseBefore(held, new Date(NOW.getTime() + pauseMs))).toBe(0);
});
