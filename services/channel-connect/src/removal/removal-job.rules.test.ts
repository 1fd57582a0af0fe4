import { expect, test } from 'vitest';
import { removalCallOf, retryAtOf, undoCallOf } from './removal-job.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const DAY_MS = 24 * 3_600_000;

test.each([
  ['0.5 s after the first attempt', 1, before(1000), 500],
  ['2 s after the second', 2, before(1000), 2000],
  ['8 s after the third', 3, before(1000), 8000],
  ['an hour after many', 20, before(DAY_MS - 1), 3_600_000],
  ['never after a day of failures', 20, before(DAY_MS), null],
])('a failed removal is tried again: %s', (_what, attempts, createdAt, pauseMs) => {
  const expected = pauseMs === null ? null : new Date(NOW.getTime() + pauseMs);
  expect(retryAtOf({ attempts, createdAt }, NOW)).toEqual(expected);
});

const account = { externalId: '1', wabaId: null, credentials: 'sealed' };
test.each([
  ['fb', account, 'fb_page', 'fb_page'],
  ['ig', account, undefined, undefined],
  ['tg', account, 'tg_webhook', 'tg_webhook'],
  ['tt', account, 'tt_token', undefined],
  ['wa', account, undefined, undefined],
  ['wa', { ...account, wabaId: '2' }, 'wa_app', 'wa_app'],
] as const)('the provider calls of a removal and of a reverted connection on %s', (channel, given, removal, undo) => {
  expect(removalCallOf({ channel, ...given })?.kind).toBe(removal);
  expect(undoCallOf({ channel, ...given })?.kind).toBe(undo);
});
