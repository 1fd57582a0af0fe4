import { expect, test } from 'vitest';
import { loginTokenDueAt, renewLoginAgainAt } from './login.rules.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-03-01T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

test.each([
  ['of 60 days after 50', 60, 50],
  ['of 20 days after 10', 20, 10],
  ['of 5 days after one, because Instagram renews no younger token', 5, 1],
])('a token %s days', (_, lastsDays, dueAfterDays) => {
  expect(loginTokenDueAt({ expiresAt: inDays(lastsDays) }, NOW)).toEqual(inDays(dueAfterDays));
});

test('a renewal that failed is due again a day later, at the latest at the end of the token', () => {
  expect(renewLoginAgainAt({ expiresAt: inDays(3) }, NOW)).toEqual(inDays(1));
  expect(renewLoginAgainAt({ expiresAt: inDays(0.5) }, NOW)).toEqual(inDays(0.5));
});
