import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeLogger } from '../logging/logger.ts';
import { BackgroundWorker, type Duty } from './background-worker.ts';

/** The share of the longest possible advance of a round. */
const advanceBy = (share: number) => vi.spyOn(Math, 'random').mockReturnValue(share);

beforeEach(() => {
  vi.useFakeTimers();
  advanceBy(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const EVERY_MS = 5000;
const logger = makeLogger({ level: 'silent', name: 'test' });

/** A duty whose rounds return the given results, and the start times of its rounds. */
async function open(run: (round: number) => Promise<boolean | number>) {
  const at: number[] = [];
  let wakes: { wake(): void; wakeIn(ms: number): void } | undefined;
  const startedAt = Date.now();
  const duty: Duty = {
    name: 'test',
    everyMs: EVERY_MS,
    run: () => run(at.push(Date.now() - startedAt)),
    onWake(wake, wakeIn) {
      wakes = { wake, wakeIn };
    },
  };
  const worker = new BackgroundWorker([duty], logger);
  worker.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(0);
  return {
    at,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    wake: () => wakes?.wake(),
    wakeIn: (ms: number) => wakes?.wakeIn(ms),
    stop: () => worker.beforeApplicationShutdown(),
  };
}

test('a round starts up to a tenth of its interval early, so that duties that start together drift apart', async () => {
  advanceBy(0.5);
  const { at, pass } = await open(async () => false);
  await pass(10_000);
  expect(at).toEqual([0, 4750, 9500]);
});

test('an idle duty has a round at once and one per interval', async () => {
  const { at, pass } = await open(async () => false);
  await pass(11_000);
  expect(at).toEqual([0, 5000, 10_000]);
});

test('the next round starts when something is due, at the latest after the interval', async () => {
  const { at, pass } = await open(async (round) => [700, 60_000][round - 1] ?? false);
  await pass(6000);
  expect(at).toEqual([0, 700, 5700]);
});

test('a duty with more to do continues at once', async () => {
  const { at } = await open(async (round) => round < 3);
  expect(at).toEqual([0, 0, 0]);
});

test('a wake starts a round at once and restarts the interval; a wake during a round starts another one', async () => {
  const { at, pass, wake } = await open(async () => false);
  await pass(1000);
  wake();
  wake();
  await pass(5000);
  expect(at).toEqual([0, 1000, 1000, 6000]);
});

test('many delayed wakes start one round, at the earliest of their times', async () => {
  const { at, pass, wakeIn } = await open(async () => false);
  wakeIn(500);
  await pass(100);
  wakeIn(500);
  await pass(4000);
  expect(at).toEqual([0, 500]);
});

test('a round that takes longer than the interval is followed by the next at once', async () => {
  const { at, pass } = await open((round) =>
    round === 1 ? new Promise((resolve) => setTimeout(() => resolve(false), 7000)) : Promise.resolve(false),
  );
  await pass(7500);
  expect(at).toEqual([0, 7000]);
});

test('after a failure the next rounds follow with backoff, up to the interval', async () => {
  const { at, pass } = await open(async (round) => {
    if (round < 6) throw new Error('away');
    return false;
  });
  await pass(22_000);
  expect(at).toEqual([0, 1000, 3000, 7000, 12_000, 17_000, 22_000]);
});

test('one failed round is no warning, a second in a row is one', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const { pass } = await open(async (round) => {
    if (round !== 2) throw new Error('away');
    return false;
  });
  await pass(1000);
  expect(warn).not.toHaveBeenCalled();
  await pass(EVERY_MS);
  expect(warn).not.toHaveBeenCalled();
  await pass(1000);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'background-duty.failed',
    expect.objectContaining({ duty: 'test' }),
    expect.any(String),
  );
});

test('a stopped worker has no more rounds', async () => {
  const { at, pass, wake, stop } = await open(async () => 100);
  await stop();
  wake();
  await pass(10_000);
  expect(at).toEqual([0]);
});
