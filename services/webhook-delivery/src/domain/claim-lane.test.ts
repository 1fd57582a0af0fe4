import { expect, test } from 'vitest';
import { type LaneFacts, mayClaim, nextReadyInMs } from './claim-lane.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const after = (ms: number): Date => new Date(AT.getTime() + ms);
const FREE: LaneFacts = {
  at: AT,
  firstDueAt: after(-1000),
  leaseUntil: null,
  pausedAt: null,
  resumeAt: null,
  targetEnabled: true,
  targetRevokedAt: null,
  webhookUrl: 'https://example.com',
};

test.each<[string, Partial<LaneFacts>, boolean]>([
  ['something due', {}, true],
  ['exactly due', { firstDueAt: AT }, true],
  ['due in a millisecond', { firstDueAt: after(1) }, false],
  ['a lease that ran out a millisecond ago', { leaseUntil: after(-1) }, true],
  ['a lease that ends exactly now', { leaseUntil: AT }, false],
  ['a lease of somebody', { leaseUntil: after(1) }, false],
  ['paused', { pausedAt: after(-1) }, false],
  ['resumes exactly now', { resumeAt: AT }, true],
  ['resumes in a millisecond', { resumeAt: after(1) }, false],
  ['a disabled key', { targetEnabled: false }, false],
  ['a revoked key', { targetRevokedAt: after(-1) }, false],
  ['a key without an address', { webhookUrl: null }, false],
])('a lane with %s', (_, facts, expected) => {
  expect(mayClaim({ ...FREE, ...facts })).toBe(expected);
});

test.each<[string, Partial<LaneFacts>[], number | null]>([
  ['nothing', [], null],
  ['only ready lanes', [{}], null],
  ['lanes that are due later', [{ firstDueAt: after(700) }, { firstDueAt: after(900) }], 700],
  ['a lane that resumes later than it is due', [{ resumeAt: after(300) }], 300],
])('the time until the next check: %s', (_, lanes, expected) => {
  expect(nextReadyInMs(lanes.map((facts) => ({ ...FREE, ...facts })))).toBe(expected);
});
