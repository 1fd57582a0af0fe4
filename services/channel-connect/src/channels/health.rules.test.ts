import { worstProblem } from '@parley/common/workspace/worst-problem';
import { expect, test } from 'vitest';
import {
  type ActivityFacts,
  type AppFacts,
  type DeviceFacts,
  decidePayment,
  findComing,
  findProblem,
  type HealthFacts,
  readQuality,
} from './health.rules.ts';

const DAY = 24 * 60;
const NOW = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const later = (minutes: number): Date => ago(-minutes);

const HEALTHY = {
  ...{ lost: null, offlineSince: null, device: null, renewalsFailed: 0, restrictions: [], app: null },
  tokenExpiresAt: null,
  paymentMissingSince: null,
  connectedAt: ago(20 * DAY),
};
const app = (lastSeenAt: Date | null): { app: AppFacts } => ({ app: { lastSeenAt, history: null } });
const limitedUntil = (until: Date | null) => ({
  restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', until: until?.toISOString() ?? null }],
});
const NONE = { lastDeliveredAt: null, lastUnpaidAt: null };
const BUSY: ActivityFacts = { ...NONE, lastReceivedAt: ago(5), lastSentAt: ago(4), lastFailedAt: ago(9) };
const QUIET: ActivityFacts = { ...NONE, lastReceivedAt: null, lastSentAt: null, lastFailedAt: null };
const device = (change: Partial<DeviceFacts>): { device: DeviceFacts } => ({
  device: {
    status: 'connected',
    since: ago(60),
    lastHeardAt: ago(1),
    silentSince: null,
    restriction: null,
    restrictedUntil: null,
    ...change,
  },
});

test.each<[string, Partial<HealthFacts>, ActivityFacts, string | null]>([
  ['none: messages arrive and leave', {}, BUSY, null],
  ['its loss, before all else', { lost: { reason: 'logged_out', at: ago(1) }, renewalsFailed: 1 }, BUSY, 'logged_out'],
  ['a number that the platform suspends', { offlineSince: ago(1), renewalsFailed: 1 }, BUSY, 'number_offline'],
  ['a phone that is not reached', device({ status: 'reconnecting', silentSince: ago(1) }), BUSY, 'device_offline'],
  ['a limit without an end', device({ restriction: 'restricted' }), BUSY, 'device_restricted'],
  ['a limit in force', device({ restriction: 'capped', restrictedUntil: later(1) }), BUSY, 'device_restricted'],
  ['nothing: the limit is over', device({ restriction: 'capped', restrictedUntil: NOW }), BUSY, null],
  ['a phone that fell silent', device({ silentSince: ago(30) }), BUSY, 'device_silent'],
  ['a limit of the platform without an end', limitedUntil(null), BUSY, 'account_restricted'],
  ['a limit of the platform in force', limitedUntil(later(1)), BUSY, 'account_restricted'],
  ['nothing: the limit of the platform is over', limitedUntil(NOW), BUSY, null],
  ['a token that could not be renewed', { renewalsFailed: 2 }, { ...BUSY, lastFailedAt: ago(1) }, 'token_not_renewed'],
  ['a failed send after the last that went', {}, { ...BUSY, lastFailedAt: ago(1) }, 'send_failed'],
  ['a failed send where none went', {}, { ...QUIET, lastFailedAt: ago(1) }, 'send_failed'],
  ['that nothing came yet', {}, QUIET, 'nothing_received'],
  ['none: it sends, and nobody writes', {}, { ...QUIET, lastSentAt: ago(1) }, null],
])('the problem of a channel is %s', (_what, change, activity, expected) => {
  expect(findProblem({ ...HEALTHY, ...change }, activity, NOW)).toBe(expected);
});

test.each<[string, Partial<Parameters<typeof findComing>[0]>, string | null]>([
  ['a token that ends within two weeks', { tokenExpiresAt: later(14 * 24 * 60) }, 'token_expires'],
  ['nothing: the token ends later', { tokenExpiresAt: later(14 * 24 * 60 + 1) }, null],
  ['an app that was not used for 11 days', app(ago(11 * DAY)), 'app_unused'],
  ['an app that was never used', app(null), 'app_unused'],
  ['nothing: the app was used 9 days ago', app(ago(9 * DAY)), null],
  [
    'a missing payment method, before what ends it later',
    { isUnpaid: true, tokenExpiresAt: later(1) },
    'payment_missing',
  ],
  ['nothing: the number is new', { ...app(null), connectedAt: ago(DAY) }, null],
  ['nothing: it is lost already', { ...app(null), lost: { reason: 'partner_removed', at: ago(1) } }, null],
])('the sends or the connection of a channel are soon ended by %s', (_what, change, expected) => {
  expect(findComing({ ...HEALTHY, isUnpaid: false, ...change }, NOW)).toBe(expected);
});

test('what comes is shown before a small problem, and after one that stops messages now', () => {
  expect(worstProblem('nothing_received', 'app_unused')).toBe('app_unused');
  expect(worstProblem(null, 'token_expires')).toBe('token_expires');
  expect(worstProblem('number_offline', 'token_expires')).toBe('number_offline');
  expect(worstProblem('send_failed', null)).toBe('send_failed');
  expect(worstProblem('send_failed', undefined)).toBe('send_failed');
});

test.each<[string, Parameters<typeof readQuality>[0], string, string | null]>([
  ['known words', { quality_rating: 'RED', messaging_limit: 'TIER_1K' }, 'RED', 'TIER_1K'],
  ['a limit without K', { quality_rating: 'GREEN', messaging_limit: 'TIER_250' }, 'GREEN', 'TIER_250'],
  ['no limit', { quality_rating: 'YELLOW', messaging_limit: 'TIER_UNLIMITED' }, 'YELLOW', 'TIER_UNLIMITED'],
  ['nothing', {}, 'UNKNOWN', null],
  ['a rating that is not applied', { quality_rating: 'NA' }, 'UNKNOWN', null],
  ['other words', { quality_rating: 'green', messaging_limit: `TIER_${'9'.repeat(99)}` }, 'UNKNOWN', null],
])('reads %s of a number’s rating', (_what, said, rating, limitTier) => {
  expect(readQuality(said)).toEqual({ rating, limitTier });
});

test.each<[string, boolean | null, Partial<ActivityFacts>, boolean]>([
  ['missing: the platform says so', false, { lastDeliveredAt: ago(1) }, true],
  ['missing: the last message failed for want of one', null, { lastUnpaidAt: ago(1) }, true],
  [
    'missing: it failed after the last that was delivered',
    true,
    { lastDeliveredAt: ago(2), lastUnpaidAt: ago(1) },
    true,
  ],
  ['there: a later message was delivered', null, { lastDeliveredAt: ago(1), lastUnpaidAt: ago(2) }, false],
  ['unknown, and no message failed', null, {}, false],
  ['there', true, {}, false],
])('the payment method is %s', (_what, hasPayment, activity, expected) => {
  const verdict = decidePayment({ hasPayment, activity: { ...NONE, ...activity }, missingSince: null });
  expect(verdict ?? false).toBe(expected);
});

test.each<[string, Parameters<typeof decidePayment>[0], boolean | null]>([
  ['nothing said', { hasPayment: null, activity: null, missingSince: null }, null],
  [
    'nothing said since it was missing',
    { hasPayment: null, activity: { ...NONE, lastDeliveredAt: ago(9) }, missingSince: ago(5) },
    null,
  ],
  [
    'a delivery since it was missing',
    { hasPayment: null, activity: { ...NONE, lastDeliveredAt: ago(1) }, missingSince: ago(5) },
    false,
  ],
  ['a payment method', { hasPayment: true, activity: null, missingSince: ago(5) }, false],
  [
    'a refused payment, in spite of a method',
    { hasPayment: true, activity: { ...NONE, lastUnpaidAt: ago(1) }, missingSince: null },
    true,
  ],
])('with %s, a missing payment method is %s', (_what, given, expected) => {
  expect(decidePayment(given)).toBe(expected);
});
