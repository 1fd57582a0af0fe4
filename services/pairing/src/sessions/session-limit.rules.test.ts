import { expect, test } from 'vitest';
import { countWaiting, secondsToPlace } from './session-limit.rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

test.each([
  [0, null, null],
  [2, inSeconds(10), null],
  [3, inSeconds(10), 10],
  [3, inSeconds(0.2), 1],
  [4, inSeconds(-5), 1],
])('with %i of 3 places taken the wait is %s → %s s', (count, firstExpiresAt, expected) => {
  expect(secondsToPlace({ count, firstExpiresAt }, 3, NOW)).toBe(expected);
});

test.each([
  ['none', [], { count: 0, firstExpiresAt: null }],
  ['the first to expire is named', [inSeconds(9), inSeconds(3)], { count: 2, firstExpiresAt: inSeconds(3) }],
  ['one that expires now waits no more', [NOW, inSeconds(3)], { count: 1, firstExpiresAt: inSeconds(3) }],
  ['expired ones take no place', [inSeconds(-1), NOW], { count: 0, firstExpiresAt: null }],
])('waiting sessions: %s', (_, expiries, expected) => {
  expect(countWaiting(expiries, NOW)).toEqual(expected);
});
