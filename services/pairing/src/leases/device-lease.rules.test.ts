import { expect, test } from 'vitest';
import { devicesToTake, makeLeaseClock, readClocks } from './device-lease.rules.ts';

const times = { leaseMs: 15_000, marginMs: 3000 };

function open() {
  const now = { monotonicMs: 1000, wallMs: 5_000_000 };
  const clocks = { monotonicMs: () => now.monotonicMs, wallMs: () => now.wallMs };
  return { now, clock: makeLeaseClock(times, clocks), read: () => readClocks(clocks) };
}

test('a lease that was never renewed is not valid', () => {
  expect(open().clock.isGood()).toBe(false);
});

test('a lease is valid from its request until its margin', () => {
  const { now, clock, read } = open();
  const asked = read();
  now.monotonicMs += 2000;
  now.wallMs += 2000;
  clock.renewed(asked);
  expect(clock.isGood()).toBe(true);
  now.monotonicMs += 9999;
  now.wallMs += 9999;
  expect(clock.isGood()).toBe(true);
  now.monotonicMs += 1;
  expect(clock.isGood()).toBe(false);
});

test('either clock ends it: after a sleep of the machine, or after a clock change', () => {
  const slept = open();
  slept.clock.renewed(slept.read());
  slept.now.wallMs += 12_000;
  expect(slept.clock.isGood()).toBe(false);
  const frozen = open();
  frozen.clock.renewed(frozen.read());
  frozen.now.monotonicMs += 12_000;
  frozen.now.wallMs -= 3_600_000;
  expect(frozen.clock.isGood()).toBe(false);
});

test.each([
  ['alone it takes all', { workers: 1, wanted: 10 }, 0, 10],
  ['a batch at most', { workers: 1, wanted: 1000 }, 0, 60],
  ['an even share', { workers: 2, wanted: 10 }, 0, 5],
  ['rounded up, so that none is left', { workers: 3, wanted: 10 }, 0, 4],
  ['less what it holds', { workers: 2, wanted: 10 }, 4, 1],
  ['nothing when it holds its share', { workers: 2, wanted: 10 }, 5, 0],
  ['nothing when it holds more than its share', { workers: 2, wanted: 10 }, 9, 0],
  ['nothing when nothing is wanted', { workers: 2, wanted: 0 }, 0, 0],
  ['the last one may be anybody’s', { workers: 3, wanted: 1 }, 0, 1],
])('%s', (_, share, held, expected) => {
  expect(devicesToTake(share, held, 60)).toBe(expected);
});
