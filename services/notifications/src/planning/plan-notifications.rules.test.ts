import { expect, test } from 'vitest';
import { mask, mergeKinds, modeOf, type Recipient, turnOff } from '../recipients/recipient.rules.ts';
import { type Fact, MAX_ITEMS, planNotifications } from './plan-notifications.rules.ts';

const NOW = new Date('2026-07-01T12:00:00Z');
const GROUP_MS = 300_000;

const recipient = (given: Partial<Recipient> = {}): Recipient => ({
  id: 1,
  tenantId: 7,
  memberId: null,
  name: 'Ann',
  email: 'ann@shop.example',
  emailConfirmedAt: NOW,
  phone: '+96550000012',
  phoneConfirmedAt: NOW,
  language: 'en',
  timeZone: 'UTC',
  quiet: null,
  kinds: {},
  createdAt: NOW,
  ...given,
});
const fact = (given: Partial<Fact> = {}): Fact => ({
  id: '1',
  tenantId: 7,
  kind: 'unattended',
  data: {},
  happenedAt: NOW,
  ...given,
});
const plan = (facts: Fact[], ...recipients: Recipient[]) =>
  planNotifications(facts, recipients, { now: NOW, groupMs: GROUP_MS });
const NIGHT = { from: '10:00', to: '18:00' };

test('by default a kind is sent by e-mail five minutes after its first fact, and not by SMS', () => {
  expect(plan([fact()], recipient())).toMatchObject([
    { way: 'email', kind: 'unattended', address: 'a…@shop.example', dueAt: new Date('2026-07-01T12:05:00Z') },
  ]);
});

test('ten thousand facts of a kind become one message that shows a few of them', () => {
  const [one, ...others] = plan(
    Array.from({ length: 10_000 }, (_, index) => fact({ id: String(index) })),
    recipient(),
  );
  expect(others).toEqual([]);
  expect(one?.facts).toBe(10_000);
  expect(one?.items).toHaveLength(MAX_ITEMS);
});

test('no recipient is notified about another tenant or the deployment', () => {
  expect(plan([fact({ tenantId: 8 }), fact({ tenantId: null })], recipient())).toEqual([]);
});

test('a mention is sent to the mentioned member alone', () => {
  const members = ['mem_0000000001', 'mem_0000000002', null].map((memberId, id) => recipient({ id, memberId }));
  const mention = fact({ kind: 'mention', data: { member_id: 'mem_0000000002' } });
  expect(plan([mention], ...members)).toMatchObject([{ recipientId: 1, kind: 'mention' }]);
});

test('an unconfirmed address receives nothing', () => {
  const both = { unattended: { email: 'now', sms: 'now' } } as const;
  expect(plan([fact()], recipient({ kinds: both, emailConfirmedAt: null, phoneConfirmedAt: null }))).toEqual([]);
});

test('kinds of a digest share one message at 08:00 in the recipient’s time zone', () => {
  const kinds = { unattended: { email: 'digest' }, low_credit: { email: 'digest' } } as const;
  const planned = plan([fact(), fact({ kind: 'low_credit' })], recipient({ kinds, timeZone: 'Asia/Kuwait' }));
  expect(planned).toMatchObject([{ kind: 'digest', facts: 2, dueAt: new Date('2026-07-02T05:00:00Z') }]);
});

test('quiet hours hold everything back until their end, except a disconnected channel', () => {
  const planned = plan([fact(), fact({ kind: 'channel_disconnected' })], recipient({ quiet: NIGHT }));
  expect(planned).toMatchObject([
    { kind: 'unattended', dueAt: new Date('2026-07-01T18:00:00Z'), reason: 'quiet_hours' },
    { kind: 'channel_disconnected', dueAt: new Date('2026-07-01T12:05:00Z'), reason: null },
  ]);
});

test('a digest that is due in quiet hours is sent at their end', () => {
  const quiet = { from: '22:00', to: '09:30' };
  const planned = plan([fact()], recipient({ quiet, kinds: { unattended: { email: 'digest' } } }));
  expect(planned).toMatchObject([{ kind: 'digest', dueAt: new Date('2026-07-02T09:30:00Z') }]);
});

test('turning a kind off keeps its other way and the other kinds', () => {
  const kinds = turnOff(recipient({ kinds: { unattended: { sms: 'now' } } }), ['unattended'], 'email');
  expect(modeOf({ kinds }, 'unattended', 'email')).toBe('off');
  expect(modeOf({ kinds }, 'unattended', 'sms')).toBe('now');
  expect(modeOf({ kinds }, 'low_credit', 'email')).toBe('now');
});

test('a change of one way keeps the other', () => {
  expect(mergeKinds({ unattended: { email: 'off', sms: 'now' } }, { unattended: { sms: 'off' } })).toEqual({
    unattended: { email: 'off', sms: 'off' },
  });
});

test('addresses are masked', () => {
  expect([mask('ann@shop.example'), mask('+96550000012')]).toEqual(['a…@shop.example', '+9655…12']);
});
