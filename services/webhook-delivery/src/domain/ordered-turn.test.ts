import { expect, test } from 'vitest';
import { isItsTurn } from './ordered-turn.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const before = (ms: number): Date => new Date(AT.getTime() - ms);

test.each<[string, Date | null, boolean]>([
  ['no older delivery', null, true],
  ['an older one that failed just now', AT, false],
  ['an older one that has failed for a millisecond less than an hour', before(HOUR_MS - 1), false],
  ['an older one that has failed for exactly an hour', before(HOUR_MS), true],
  ['an older one that has failed for longer', before(HOUR_MS + 1), true],
])('with %s', (_, olderFailedAt, expected) => {
  expect(isItsTurn({ at: AT, olderFailedAt })).toBe(expected);
});
