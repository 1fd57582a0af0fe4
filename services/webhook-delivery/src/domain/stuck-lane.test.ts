import { expect, test } from 'vitest';
import { findTrouble, LATE_MS } from './stuck-lane.ts';

const NOW = new Date('2026-02-01T12:00:00Z');
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const WELL = {
  pauseReason: null,
  pausedAt: null,
  consecutiveFailures: 0,
  failingSince: null,
  oldestDueAt: null,
};
const [HOUR, LONG] = [before(3_600_000), before(7_200_000)];

test.each([
  { what: 'a healthy one', lane: WELL, trouble: null },
  {
    what: 'one that we paused',
    lane: { ...WELL, pauseReason: 'gone', pausedAt: HOUR },
    trouble: { state: 'paused', since: HOUR },
  },
  {
    what: 'one that an operator paused, however it is',
    lane: { ...WELL, pauseReason: 'operator', pausedAt: HOUR, consecutiveFailures: 9, oldestDueAt: LONG },
    trouble: null,
  },
  {
    what: 'one whose breaker is open',
    lane: { ...WELL, consecutiveFailures: 5, failingSince: LONG, oldestDueAt: HOUR },
    trouble: { state: 'breaker', since: LONG },
  },
  {
    what: 'one that only stumbled',
    lane: { ...WELL, consecutiveFailures: 4, failingSince: LONG, oldestDueAt: before(LATE_MS) },
    trouble: null,
  },
  {
    what: 'one whose oldest delivery nobody takes',
    lane: { ...WELL, oldestDueAt: before(LATE_MS + 1) },
    trouble: { state: 'late', since: before(LATE_MS + 1) },
  },
])('$what', ({ lane, trouble }) => {
  expect(findTrouble(lane, NOW)).toEqual(trouble);
});
