import { expect, test } from 'vitest';
import type { Recipient } from '../recipients/recipient.rules.ts';
import { afterAttempt, type Job, prepareJob, type SendResult } from './job.rules.ts';

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

const item = (kind: string) => ({ kind, data: {}, at: NOW.toISOString() });

const job = (given: Partial<Job> = {}): Job => ({
  number: 1,
  id: 'ntf_1',
  claimId: 'claim',
  tenantId: 7,
  recipientId: 1,
  way: 'email',
  kind: 'low_credit',
  address: 'a…@shop.example',
  items: [item('low_credit')],
  facts: 30,
  attempts: 2,
  firstTriedAt: NOW,
  ...given,
});

const recipient = (given: Partial<Recipient> = {}): Recipient => ({
  id: 1,
  tenantId: 7,
  memberId: null,
  name: 'Ann',
  email: 'ann@shop.example',
  emailConfirmedAt: NOW,
  phone: null,
  phoneConfirmedAt: null,
  language: 'en',
  timeZone: 'UTC',
  quiet: null,
  kinds: {},
  createdAt: NOW,
  ...given,
});
const off = { low_credit: { email: 'off' } } as const;
const confirmation = { kind: 'confirmation', items: [], facts: 0 };
const quiet = { from: '11:00', to: '13:00' };

test.each([
  ['whose recipient was removed', job(), null, 'recipient_removed'],
  ['without an address', job(), recipient({ email: null }), 'address_removed'],
  ['to an unconfirmed address', job(), recipient({ emailConfirmedAt: null }), 'not_confirmed'],
  ['of a kind that was turned off', job(), recipient({ kinds: off }), 'turned_off'],
  ['that confirms a removed address', job(confirmation), recipient({ email: null }), 'address_removed'],
])('a message %s is dropped, and its attempts stay', (_case, given, of, reason) => {
  expect(prepareJob(given, of, NOW)).toMatchObject({
    status: 'dropped',
    reason,
    dueAt: NOW,
    attempts: 2,
    firstTriedAt: NOW,
  });
});

test('quiet hours hold a message back until they end, but not a confirmation', () => {
  const quietRecipient = recipient({ quiet, emailConfirmedAt: null });
  expect(prepareJob(job(), recipient({ quiet }), NOW)).toMatchObject({
    status: 'waiting',
    reason: 'quiet_hours',
    dueAt: new Date('2026-07-01T13:00:00Z'),
  });
  expect(prepareJob(job(confirmation), quietRecipient, NOW)).toMatchObject({ address: 'ann@shop.example', items: [] });
});

test('a digest without the kinds that were turned off counts only the rest', () => {
  const items = [item('low_credit'), item('unattended')];
  const digest = job({ kind: 'digest', items });
  expect(prepareJob(digest, recipient({ kinds: off }), NOW)).toMatchObject({ items: [item('unattended')], facts: 1 });
  expect(prepareJob(digest, recipient(), NOW)).toMatchObject({ items, facts: 30 });
});
