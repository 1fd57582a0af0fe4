import { expect, test } from 'vitest';
import { readHealth } from './wa-health.ts';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status
test('the health of a number has its state, errors and remarks', () => {
  const entities = [
    {
      entity_type: 'PHONE_NUMBER',
      id: '106540352242922',
      can_send_message: 'LIMITED',
      additional_info: ['Your display name has not been approved yet.'],
    },
    {
      entity_type: 'WABA',
      id: '102290129340398',
      can_send_message: 'BLOCKED',
      errors: [{ error_code: 141006, error_description: 'No payment method.', possible_solution: 'Add one.' }],
    },
    { entity_type: 'APP', id: '634974688087057', can_send_message: 'AVAILABLE' },
  ];
  expect(readHealth({ can_send_message: 'BLOCKED', entities })).toEqual({
    state: 'BLOCKED',
    reasons: [
      { code: null, text: 'Your display name has not been approved yet.', solution: null },
      { code: 141006, text: 'No payment method.', solution: 'Add one.' },
    ],
  });
});

test.each([
  ['nothing', {}],
  ['other words', { can_send_message: 'MAYBE', entities: 'none' }],
  ['reasons without a text', { can_send_message: 7, entities: [null, { errors: [{}, 7], additional_info: [7] }] }],
])('%s is unknown', (_what, given) => {
  expect(readHealth(given)).toEqual({ state: null, reasons: [] });
});

test('reasons are bounded', () => {
  const entities = Array.from({ length: 99 }, () => ({ additional_info: ['x'.repeat(9999)] }));
  const { reasons } = readHealth({ can_send_message: 'LIMITED', entities });
  expect(reasons).toHaveLength(10);
  expect(reasons[0]?.text.length).toBe(512);
});
