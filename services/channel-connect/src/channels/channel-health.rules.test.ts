import { expect, test } from 'vitest';
import { type ActivityFacts, type DeviceFacts, findProblem, type HealthFacts } from './channel-health.rules.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const later = (minutes: number): Date => ago(-minutes);

const HEALTHY = { lost: null, offlineSince: null, device: null, renewalsFailed: 0, restrictions: [] };
const limitedUntil = (until: Date | null) => ({
  restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', until: until?.toISOString() ?? null }],
});
const BUSY: ActivityFacts = { lastReceivedAt: ago(5), lastSentAt: ago(4), lastFailedAt: ago(9) };
const QUIET: ActivityFacts = { lastReceivedAt: null, lastSentAt: null, lastFailedAt: null };
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
