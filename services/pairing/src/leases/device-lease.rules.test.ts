import { expect, test } from 'vitest';
import { makeLeaseClock, readClocks } from './device-lease.rules.ts';

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
