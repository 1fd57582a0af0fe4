import { expect, test } from 'vitest';
import type { WatchDue } from './due-watch.ts';
import { makeDueDuty } from './make-due-duty.ts';

const NOW = new Date(1000);
const AGAIN_MS = 300;

/** A duty whose work is due at a moment, what its rounds return, and what the watch reports to it. */
function open(result: boolean | number = false) {
  let dueMs: number | null = null;
  let report = (_dueAt: Date): void => {};
  let isWatched = false;
  const watchDue: WatchDue = (_read, onDue) => {
    report = onDue;
    isWatched = true;
    return () => {
      isWatched = false;
    };
  };
  const runs: string[] = [];
  const wakes: number[] = [];
  const duty = makeDueDuty({
    name: 'test',
    database: { query: () => Promise.reject(new Error('unexpected statement')), watchDue },
    findDue: Object.assign(async () => (dueMs === null ? null : new Date(dueMs)), { text: '' }),
    run: async () => {
      runs.push('run');
      return result;
    },
    now: () => NOW,
    againMs: AGAIN_MS,
  });
  duty.onWake(
    () => {},
    (ms) => void wakes.push(ms),
  );
  return {
    roundAt(ms: number | null) {
      dueMs = ms;
      return duty.run();
    },
    report: (ms: number) => report(new Date(ms)),
    stop: () => duty.onStop(),
    isWatched: () => isWatched,
    runs,
    wakes,
  };
}

test('due work runs; without work the duty sleeps, and until it is due', async () => {
  const { roundAt, runs } = open();
  expect(await roundAt(null)).toBe(false);
  expect(await roundAt(1250)).toBe(250);
  expect(runs).toEqual([]);
  expect(await roundAt(1000)).toBe(AGAIN_MS);
  expect(runs).toEqual(['run']);
});

test.each([true, 40])('a round that returns %s decides itself when the next one starts', async (more) => {
  expect(await open(more).roundAt(400)).toBe(more);
});

test('work that the watch sees wakes the duty when it is due, after the pause of a round without more to do', async () => {
  const { roundAt, report, wakes } = open();
  report(1250);
  report(400);
  expect(wakes).toEqual([250, 0]);
  await roundAt(400);
  report(400);
  expect(wakes.at(-1)).toBeGreaterThan(0);
  expect(wakes.at(-1)).toBeLessThanOrEqual(AGAIN_MS);
  report(2000);
  expect(wakes.at(-1)).toBe(1000);
});

test('a stopped duty is watched no longer', () => {
  const { stop, isWatched } = open();
  expect(isWatched()).toBe(true);
  stop();
  expect(isWatched()).toBe(false);
});
