import { expect, test } from 'vitest';
import { expiryOf, isOver, isUseStored } from './session.rules.ts';

const DAY_MS = 24 * 3_600_000;
const OPENED = new Date('2030-01-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(OPENED.getTime() + ms);

test.each([
  ['used every day, on day 29', 29 * DAY_MS, 29 * DAY_MS, false],
  ['used every day, on day 30', 30 * DAY_MS, 30 * DAY_MS, true],
  ['unused for less than 7 days', 7 * DAY_MS - 1, 0, false],
  ['unused for 7 days', 7 * DAY_MS, 0, true],
])('a session that is %s', (_case, nowMs, seenMs, over) => {
  expect(isOver({ lastSeenAt: after(seenMs), expiresAt: expiryOf(OPENED) }, after(nowMs))).toBe(over);
});

test('its use is stored at most once a minute', () => {
  expect(isUseStored({ lastSeenAt: OPENED }, after(59_999))).toBe(false);
  expect(isUseStored({ lastSeenAt: OPENED }, after(60_000))).toBe(true);
});
