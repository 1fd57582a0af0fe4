import { expect, test } from 'vitest';
import { nextTry, TRIES_MAX } from './scheduled-send.rules.ts';

const NOW = new Date('2026-03-28T12:00:00Z');
const pauseOf = (attempts: number, retryAfterMs: number | null) =>
  (nextTry(attempts, retryAfterMs, NOW)?.getTime() ?? Number.NaN) - NOW.getTime();

test.each([
  [0, null, 2000],
  [1, null, 4000],
  [8, null, 512_000],
  [0, 30_000, 30_000],
  [4, 1000, 32_000],
  [0, 86_400_000, 900_000],
])('after %d attempts and a delay of %j ms the pause is %d ms', (attempts, retryAfterMs, pauseMs) => {
  expect(pauseOf(attempts, retryAfterMs)).toBe(pauseMs);
});

test('the last attempt is not repeated', () => {
  expect(nextTry(TRIES_MAX - 2, null, NOW)).not.toBeNull();
  expect(nextTry(TRIES_MAX - 1, null, NOW)).toBeNull();
});
