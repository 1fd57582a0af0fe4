import { expect, test } from 'vitest';
import { decideKey, isKeyFree, type KeptKey, keptSince } from './idempotency-rules.ts';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const DAY_MS = 24 * 3600 * 1000;

test.each([
  ['a moment ago', 1, false],
  ['exactly 24 hours ago', DAY_MS, false],
  ['24 hours and a millisecond ago', DAY_MS + 1, true],
])('a key that was first used %s', (_, ageMs, isFree) => {
  expect(isKeyFree(ago(ageMs), NOW)).toBe(isFree);
  expect(keptSince(NOW)).toEqual(ago(DAY_MS));
});

const kept = (given: Partial<KeptKey>): KeptKey => ({
  isSameBody: true,
  hasAnswer: false,
  hasMessage: false,
  createdAt: ago(1000),
  lockedUntil: ago(-1000),
  ...given,
});
test.each([
  ['the first answer is repeated', { hasAnswer: true }, 'replay'],
  ['exactly 24 hours later too', { hasAnswer: true, createdAt: ago(DAY_MS) }, 'replay'],
  ['later it runs', { hasAnswer: true, createdAt: ago(DAY_MS + 1) }, 'run'],
  ['later it runs with any body', { isSameBody: false, createdAt: ago(DAY_MS + 1) }, 'run'],
  ['another body is refused', { isSameBody: false, hasAnswer: true }, 'mismatch'],
  ['also while the first runs', { isSameBody: false }, 'mismatch'],
  ['also after it died', { isSameBody: false, lockedUntil: ago(1) }, 'mismatch'],
  ['a run is under way', {}, 'in_progress'],
  ['to the last moment of its lock', { lockedUntil: NOW }, 'in_progress'],
  ['a run that died runs again', { lockedUntil: ago(1) }, 'run'],
  ['a send is never run again', { hasMessage: true, lockedUntil: ago(1) }, 'in_progress'],
] as const)('%s', (_, given, decision) => {
  expect(decideKey(kept(given), NOW)).toBe(decision);
});
