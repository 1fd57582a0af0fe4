import { expect, test } from 'vitest';
import { countWaiting, pairingDigits, readableCode, secondsToPlace } from './session.rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

test.each([
  [0, null, null],
  [2, inSeconds(10), null],
  [3, inSeconds(10), 10],
  [3, inSeconds(0.2), 1],
  [4, inSeconds(-5), 1],
])('with %i of 3 places taken the wait is %s → %s s', (count, firstExpiresAt, expected) => {
  expect(secondsToPlace({ count, firstExpiresAt }, 3, NOW)).toBe(expected);
});

test.each([
  ['none', [], { count: 0, firstExpiresAt: null }],
  ['the first to expire is named', [inSeconds(9), inSeconds(3)], { count: 2, firstExpiresAt: inSeconds(3) }],
  ['one that expires now waits no more', [NOW, inSeconds(3)], { count: 1, firstExpiresAt: inSeconds(3) }],
  ['expired ones take no place', [inSeconds(-1), NOW], { count: 0, firstExpiresAt: null }],
])('waiting sessions: %s', (_, expiries, expected) => {
  expect(countWaiting(expiries, NOW)).toEqual(expected);
});

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
