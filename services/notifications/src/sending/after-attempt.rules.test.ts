import { expect, test } from 'vitest';
import { afterAttempt, type SendResult } from './after-attempt.rules.ts';

const NOW = new Date('2026-07-01T12:00:00Z');
const LATER: SendResult = { outcome: 'later', provider: 'smtp', reason: '451 busy' };
const after = (attempts: number, minutesAgo: number, result: SendResult) =>
  afterAttempt({ attempts, firstTriedAt: new Date(NOW.getTime() - minutesAgo * 60_000) }, result, NOW);
const inMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

test('an accepted message is sent, one with an unknown outcome is never repeated, a refused one has failed', () => {
  expect(after(1, 0, { outcome: 'accepted', provider: 'smtp', providerId: 'a' }).status).toBe('sent');
  expect(after(1, 0, { outcome: 'unknown', provider: 'smtp', reason: 'cut off' }).status).toBe('unknown');
  expect(after(1, 0, { outcome: 'refused', provider: 'smtp', reason: '550' }).status).toBe('failed');
});

test.each([
  [1, 0, 0.5],
  [2, 1, 1],
  [5, 10, 8],
  [9, 120, 60],
  [20, 290, 60],
])('attempt %i is followed by another after a growing pause', (attempts, minutesAgo, pause) => {
  expect(after(attempts, minutesAgo, LATER)).toEqual({
    status: 'waiting',
    reason: '451 busy',
    dueAt: inMinutes(pause),
  });
});

test('a provider’s own Retry-After lengthens the pause', () => {
  expect(after(1, 0, { ...LATER, retryAfterMs: 600_000 }).dueAt).toEqual(inMinutes(10));
});

test('a message fails six hours after the first attempt', () => {
  expect(after(12, 301, LATER).status).toBe('failed');
});
