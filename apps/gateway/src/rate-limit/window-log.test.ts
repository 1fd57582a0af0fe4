import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseOwner } from './limit-rate.ts';
import { makeWindowLog } from './window-log.ts';

const WINDOW_MS = 60_000;

test('never allows more than the limit in any window of one minute, and refuses nothing below it', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 20 }), (gaps, limit) => {
      const log = makeWindowLog(WINDOW_MS);
      const allowed: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const inWindow = allowed.filter((time) => time > now - WINDOW_MS).length;
        const verdict = log.take(limit, now);
        expect(verdict.allowed).toBe(inWindow < limit);
        if (verdict.allowed) allowed.push(now);
        expect(verdict.remaining).toBe(Math.max(0, limit - inWindow - (verdict.allowed ? 1 : 0)));
      }
    }),
  );
});

test('a refusal states exactly when the next request is allowed', () => {
  const log = makeWindowLog(WINDOW_MS);
  log.take(2, 1000);
  log.take(2, 5000);
  const refused = log.take(2, 6000);
  expect(refused).toEqual({ allowed: false, remaining: 0, resetMs: 55_000 });
  expect(log.take(2, 6000 + refused.resetMs - 1).allowed).toBe(false);
  expect(log.take(2, 6000 + refused.resetMs).allowed).toBe(true);
});

test('refuses after the limit was lowered until enough requests have left the window', () => {
  const log = makeWindowLog(WINDOW_MS);
  for (const at of [1000, 2000, 3000]) log.take(10, at);
  const refused = log.take(1, 4000);
  expect(refused).toEqual({ allowed: false, remaining: 0, resetMs: 59_000 });
  expect(log.take(1, 4000 + refused.resetMs).allowed).toBe(true);
});

test('keeps the order of requests while the log grows', () => {
  const log = makeWindowLog(WINDOW_MS);
  for (let at = 0; at < 1000; at++) expect(log.take(1000, at).allowed).toBe(true);
  expect(log.take(1000, 1000)).toEqual({ allowed: false, remaining: 0, resetMs: WINDOW_MS - 1000 });
  expect(log.count(WINDOW_MS + 499)).toBe(500);
});

test('includes requests that were counted elsewhere', () => {
  const [one, other] = [makeWindowLog(WINDOW_MS), makeWindowLog(WINDOW_MS)];
  one.take(3, 1000);
  one.take(3, 2000);
  other.take(3, 52_500);
  other.absorb(one.agesMs(3000), 53_000);
  expect(other.take(3, 53_000).allowed).toBe(false);
  expect(other.count(53_000)).toBe(3);
});

test('every gateway chooses the same owner, and only the keys of a gateway that leaves move', () => {
  const members = ['aa', 'bb', 'cc'];
  const keys = Array.from({ length: 3000 }, (_, index) => `ins_${index}`);
  const owners = keys.map((key) => chooseOwner(key, members));
  expect(keys.map((key) => chooseOwner(key, [...members].reverse()))).toEqual(owners);
  for (const member of members) {
    expect(owners.filter((owner) => owner === member).length).toBeGreaterThan(800);
  }
  for (const [index, key] of keys.entries()) {
    if (owners[index] !== 'bb') expect(chooseOwner(key, ['aa', 'cc'])).toBe(owners[index]);
  }
});
