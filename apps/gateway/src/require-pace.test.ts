import { expect, test } from 'vitest';
import { makePace } from './require-pace.ts';

const LIMITS = { bytesPerSecond: 1000, graceMs: 5000 };

/** Runs the steps on a pace, each after some seconds; returns the number of the step that was too slow, or null. */
function runSteps(steps: readonly { seconds: number; bytes: number; isWaiting?: boolean }[]): number | null {
  let nowMs = 0;
  let moved = 0;
  const pace = makePace(LIMITS, () => nowMs);
  for (const [index, { seconds, bytes, isWaiting = true }] of steps.entries()) {
    nowMs += seconds * 1000;
    moved += bytes;
    if (pace(moved, isWaiting)) return index;
  }
  return null;
}

const repeat = <T>(count: number, step: T): T[] => Array.from({ length: count }, () => step);

test.each<[what: string, steps: Parameters<typeof runSteps>[0], slowAt: number | null]>([
  ['at its least rate goes on', repeat(1000, { seconds: 1, bytes: 1000 }), null],
  ['that moves nothing ends after its grace', repeat(10, { seconds: 1, bytes: 0 }), 4],
  ['at half the rate ends after twice its grace', repeat(20, { seconds: 1, bytes: 500 }), 9],
  [
    'saves no more than its grace by a burst',
    [{ seconds: 1, bytes: 1_000_000 }, ...repeat(10, { seconds: 1, bytes: 0 })],
    5,
  ],
  ['does not spend time while the source is slow', repeat(100, { seconds: 60, bytes: 0, isWaiting: false }), null],
  [
    'recovers from a pause that is shorter than its grace',
    repeat(50, [
      { seconds: 4, bytes: 0 },
      { seconds: 1, bytes: 5000 },
    ]).flat(),
    null,
  ],
])('a transfer %s', (_what, steps, slowAt) => {
  expect(runSteps(steps)).toBe(slowAt);
});
