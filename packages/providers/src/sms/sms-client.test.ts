import { describe, expect, test } from 'vitest';
import { readSmsAnswer, type SmsAccount, type SmsResult } from './sms-client.ts';

type Row = [provider: SmsAccount['provider'], status: number, body: unknown, outcome: SmsResult['outcome']];
const TWILIO_BUSY = { code: 20_503, message: 'Service Unavailable', status: 503 };
const TWILIO_BROKEN = { code: 20_500, message: 'Internal Server Error', status: 500 };
const UNIFONIC_BROKEN = { success: false, message: 'Internal error', errorCode: 'ER-500', data: null };

// docs/reference/notifications.md#sms
describe('the outcome of an SMS by the provider’s answer', () => {
  test.each<Row>([
    ['twilio', 201, { sid: 'SM1' }, 'accepted'],
    ['twilio', 201, undefined, 'accepted'],
    ['twilio', 400, { code: 21_211, message: 'Invalid To' }, 'refused'],
    ['twilio', 401, { code: 20_003, message: 'Authenticate' }, 'refused'],
    ['twilio', 429, { code: 20_429, message: 'Too Many Requests' }, 'later'],
    ['twilio', 429, undefined, 'later'],
    ['twilio', 500, TWILIO_BROKEN, 'unknown'],
    ['twilio', 502, undefined, 'unknown'],
    ['twilio', 503, TWILIO_BUSY, 'later'],
    ['twilio', 503, undefined, 'unknown'],
    ['twilio', 504, undefined, 'unknown'],
    ['unifonic', 200, { success: true, data: { MessageID: 42 } }, 'accepted'],
    ['unifonic', 200, { success: 'true', data: { MessageID: '42' } }, 'accepted'],
    ['unifonic', 200, { success: false, errorCode: 'ER-48', message: 'Blocked' }, 'refused'],
    ['unifonic', 401, { success: false, errorCode: 'ER-01', message: 'Authentication failed' }, 'refused'],
    ['unifonic', 429, undefined, 'later'],
    ['unifonic', 500, UNIFONIC_BROKEN, 'later'],
    ['unifonic', 500, undefined, 'unknown'],
    ['unifonic', 502, undefined, 'unknown'],
    ['unifonic', 503, undefined, 'unknown'],
    ['unifonic', 504, undefined, 'unknown'],
    ['http', 200, { id: 'a' }, 'accepted'],
    ['http', 204, undefined, 'accepted'],
    ['http', 400, undefined, 'refused'],
    ['http', 429, undefined, 'later'],
    ['http', 500, undefined, 'later'],
    ['http', 502, undefined, 'later'],
    ['http', 503, undefined, 'later'],
  ])('%s %i %j: %s', (provider, status, body, outcome) => {
    expect(readSmsAnswer(provider, { status, body, retryAfterMs: null }).outcome).toBe(outcome);
  });

  test.each(['twilio', 'unifonic'] as const)('a proxy of %s with Retry-After forwarded nothing', (provider) => {
    expect(readSmsAnswer(provider, { status: 503, body: undefined, retryAfterMs: 5000 })).toMatchObject({
      outcome: 'later',
      retryAfterMs: 5000,
    });
  });

  test('keeps the provider’s id and error text', () => {
    const answer = (status: number, body: unknown) => ({ status, body, retryAfterMs: null });
    expect(readSmsAnswer('unifonic', answer(200, { success: true, data: { MessageID: 42 } }))).toEqual({
      outcome: 'accepted',
      providerId: '42',
    });
    expect(readSmsAnswer('http', answer(200, { id: 7 }))).toEqual({ outcome: 'accepted', providerId: '7' });
    expect(readSmsAnswer('twilio', answer(503, TWILIO_BUSY))).toMatchObject({
      reason: 'HTTP 503: 20503 Service Unavailable',
    });
  });
});
