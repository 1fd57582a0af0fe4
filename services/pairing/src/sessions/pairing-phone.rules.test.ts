import { expect, test } from 'vitest';
import { pairingDigits, readableCode } from './pairing-phone.rules.ts';

test.each([
  ['+1 555-0001', '15550001'],
  ['491701234567', '491701234567'],
])('%s is the number %s', (given, digits) => {
  expect(pairingDigits(given)).toBe(digits);
});

test.each(['', 'phone', '123456', '1234567890123456', '++4917012345', '(49)17012345'])(
  '%j is invalid_phone',
  (given) => {
    expect(() => pairingDigits(given)).toThrowError(expect.objectContaining({ code: 'invalid_phone' }));
  },
);

test('a code is shown in two groups of four', () => {
  expect(readableCode('ABCD1234')).toBe('ABCD-1234');
});
