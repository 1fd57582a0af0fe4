import { expect, test } from 'vitest';
import type { Attempted, DueDelivery } from './delivery.rules.ts';
import { boundAskedWait, nextWaitMs, settleAttempt } from './settle-attempt.rules.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const SCHEDULE = [10, 60];
const DELIVERY: DueDelivery = {
  id: '7',
  instanceId: 'ins_a',
  attempt: 0,
  eventId: 'evt_a',
  type: 'message.received',
  conversationId: 3,
  createdMs: 0,
  data: '{}',
  traceparent: null,
  url: 'https://example.com',
  secret: 's',
  previousSecret: null,
  ordered: false,
  overdueMs: 0,
  platform: null,
};
const ANSWER: Attempted = {
  at: AT,
  statusCode: 500,
  latencyMs: 12,
  error: null,
  response: 'no',
  retryAfterMs: null,
  ownFault: false,
};

/** A random value of one half means no jitter. */
const settle = (attempt: number, answer: Partial<Attempted>) =>
  settleAttempt(
    { ...DELIVERY, attempt },
    { ...ANSWER, ...answer },
    { claimId: 'clm_a', scheduleSeconds: SCHEDULE, random: 0.5 },
  );

test.each<[string, number, Partial<Attempted>, object]>([
  ['200', 0, { statusCode: 200 }, { outcome: 'delivered', attempts: 1 }],
  ['299', 0, { statusCode: 299 }, { outcome: 'delivered', attempts: 1 }],
  ['300: redirects are not followed', 0, { statusCode: 300 }, { outcome: 'retry', attempts: 1, dueInMs: 10_000 }],
  ['the first 500', 0, {}, { outcome: 'retry', attempts: 1, dueInMs: 10_000 }],
  ['the second 500', 1, {}, { outcome: 'retry', attempts: 2, dueInMs: 60_000 }],
  ['the last 500', 2, {}, { outcome: 'failed', attempts: 3 }],
  ['no answer at all', 2, { statusCode: null, error: 'ECONNREFUSED' }, { outcome: 'failed', attempts: 3 }],
  ['200 at the last attempt', 2, { statusCode: 200 }, { outcome: 'delivered', attempts: 3 }],
  ['410', 0, { statusCode: 410 }, { outcome: 'retry', attempts: 0, dueInMs: 0 }],
  [
    '410 at the last attempt',
    2,
    { statusCode: 410, retryAfterMs: 5000 },
    { outcome: 'retry', attempts: 2, dueInMs: 0 },
  ],
  ['a Retry-After that is longer', 0, { statusCode: 429, retryAfterMs: 10_001 }, { outcome: 'retry', dueInMs: 10_001 }],
  ['a Retry-After that is shorter', 0, { statusCode: 429, retryAfterMs: 9999 }, { outcome: 'retry', dueInMs: 10_000 }],
  ['a Retry-After at the last attempt', 2, { statusCode: 429, retryAfterMs: 9999 }, { outcome: 'failed' }],
])('after %s (attempt %i)', (_, attempt, answer, expected) => {
  expect(settle(attempt, answer)).toMatchObject(expected);
});

test('a completion identifies the attempt and the claim', () => {
  expect(settle(1, {})).toEqual({
    deliveryId: '7',
    instanceId: 'ins_a',
    claimId: 'clm_a',
    outcome: 'retry',
    attempt: 1,
    attempts: 2,
    dueInMs: 60_000,
    at: AT,
    statusCode: 500,
    latencyMs: 12,
    error: null,
    response: 'no',
  });
});

const LONG_SCHEDULE = [5, 300, 1800];

test('the wait after each failed attempt follows the schedule, ±20 %', () => {
  expect([0, 0.5, 1].map((random) => nextWaitMs(LONG_SCHEDULE, 1, random))).toEqual([4000, 5000, 6000]);
  expect(nextWaitMs(LONG_SCHEDULE, 3, 0.5)).toBe(1_800_000);
});

test('after the end of the schedule there is no further attempt', () => {
  expect(nextWaitMs(LONG_SCHEDULE, 4, 0.5)).toBeNull();
});

test.each([
  [60_000, 60_000],
  [999_999_000, 86_400_000],
  [null, null],
])('a receiver that asks for %j ms waits %j', (asked, expected) => {
  expect(boundAskedWait(asked)).toBe(expected);
});
