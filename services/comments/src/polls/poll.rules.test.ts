import { expect, test } from 'vitest';
import { makeThrottle, type PollOutcome, scheduleNext } from './poll.rules.ts';

const now = new Date(0);
const next = (outcome: PollOutcome, failures = 0, random = 0.5, intervalMs = 120_000) => {
  const { dueAt, failures: after } = scheduleNext(outcome, failures, { now, intervalMs, random });
  return [dueAt.getTime(), after];
};
const limited = (retryAfterMs: number | null = null): PollOutcome => ({ kind: 'limited', retryAfterMs });

test('a successful poll is followed by another within a twentieth of the interval', () => {
  expect([next({ kind: 'done' }, 3, 0), next({ kind: 'done' }, 3, 1)]).toEqual([
    [114_000, 0],
    [126_000, 0],
  ]);
});

test('after a rate limit the wait is at least a minute, then doubles, up to a quarter of an hour', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((failures) => next(limited(), failures, 0.5, 10_000)[0]);
  expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000]);
  expect(next(limited(1_800_000))).toEqual([1_800_000, 1]);
  expect(next(limited(), 0, 0.5, 300_000)).toEqual([300_000, 1]);
});

test('failures wait increasingly long, never less than the interval', () => {
  expect([0, 1, 2, 3, 10].map((failures) => next({ kind: 'failed' }, failures)[0])).toEqual([
    120_000, 120_000, 240_000, 480_000, 900_000,
  ]);
});

test('a renewed token is used soon, but not over and over', () => {
  expect([0, 1, 2, 3].map((failures) => next({ kind: 'refreshed' }, failures)[0])).toEqual([5000, 5000, 5000, 120_000]);
});

test('one call per interval is admitted, the first one at once', () => {
  const throttle = makeThrottle(5000);
  expect([0, 1, 4999, 5000, 9999, 10_000].filter((ms) => throttle.admits(new Date(ms)))).toEqual([0, 5000, 10_000]);
});
