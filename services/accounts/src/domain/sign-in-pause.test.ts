import { expect, test } from 'vitest';
import { accountSubject, afterTry, networkSubject, pauseBeforeTry } from './sign-in-pause.ts';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

test.each([
  [0, 0, 0],
  [9, 0, 0],
  [10, 0, 1000],
  [11, 0, 2000],
  [12, 1000, 3000],
  [14, 0, 16_000],
  [15, 0, 30_000],
  [1000, 0, 30_000],
  [1000, 30_000, 0],
  [1000, 29_000, 1000],
  [10, 900_000, 0],
])('after %i failures, the last one %i ms ago, the next try waits %i ms', (failures, sinceMs, pauseMs) => {
  expect(pauseBeforeTry({ failures, lastAt: ago(sinceMs) }, NOW)).toBe(pauseMs);
});

test('a try counts from its beginning; after a quarter of an hour the count begins anew', () => {
  expect(afterTry({ failures: 4, lastAt: ago(1000) }, NOW)).toEqual({ failures: 5, lastAt: NOW });
  expect(afterTry({ failures: 40, lastAt: ago(900_000) }, NOW)).toEqual({ failures: 1, lastAt: NOW });
});

test('an account and a network of the same name are counted apart', () => {
  expect(accountSubject('x')).not.toEqual(networkSubject('x'));
});
