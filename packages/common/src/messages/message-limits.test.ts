import { describe, expect, test } from 'vitest';
import { countersOf, DEFAULT_MESSAGE_LIMITS, describeFull, MessageLimitsText } from './message-limits.ts';

const AT = new Date('2026-07-01T12:34:56.000Z');

describe('limits of messages', () => {
  test('are the defaults except for those that are named', () => {
    const limits = MessageLimitsText.parse('confirmation-sms.tenant=2/3,password-reset.target=1/1');
    expect(limits['confirmation-sms']).toEqual({
      ...DEFAULT_MESSAGE_LIMITS['confirmation-sms'],
      tenant: { perHour: 2, perDay: 3 },
    });
    expect(limits['password-reset'].target).toEqual({ perHour: 1, perDay: 1 });
    expect(limits.invitation).toEqual(DEFAULT_MESSAGE_LIMITS.invitation);
  });

  test.each(['confirmation-sms=1/2', 'sms.tenant=1/2', 'invitation.target=1', 'invitation.target=1/2,', 'x'])(
    'are not read from %j',
    (text) => {
      expect(MessageLimitsText.safeParse(text).success).toBe(false);
    },
  );

  test('count by whole hours and days', () => {
    const counters = countersOf(DEFAULT_MESSAGE_LIMITS, 'confirmation-sms', ['target'], AT);
    expect(
      counters.map(({ period, startsAt, endsAt }) => [period, startsAt.toISOString(), endsAt.toISOString()]),
    ).toEqual([
      ['hour', '2026-07-01T12:00:00.000Z', '2026-07-01T13:00:00.000Z'],
      ['day', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
    ]);
  });

  test('do not count notifications per address, because the address opted in', () => {
    const scopes = countersOf(DEFAULT_MESSAGE_LIMITS, 'notification-sms', ['target', 'tenant', 'deployment'], AT);
    expect(new Set(scopes.map(({ scope }) => scope))).toEqual(new Set(['tenant', 'deployment']));
  });

  test('are described in a sentence', () => {
    const [hour] = countersOf(DEFAULT_MESSAGE_LIMITS, 'confirmation-sms', ['target'], AT);
    expect(hour && describeFull('confirmation-sms', hour)).toBe(
      'At most 5 confirmations by SMS to one address are sent in one hour.',
    );
  });
});
