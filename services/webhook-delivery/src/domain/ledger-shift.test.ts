import { expect, test } from 'vitest';
import { shiftToCatchUp } from './ledger-shift.ts';

test.each<[string, { shift: string; nextTransaction: string; lastPosition: string | null }, string | null]>([
  ['an empty ledger', { shift: '0', nextTransaction: '5', lastPosition: null }, null],
  ['positions behind the next transaction', { shift: '0', nextTransaction: '500', lastPosition: '499' }, null],
  [
    'a last position that the next transaction would repeat',
    { shift: '0', nextTransaction: '500', lastPosition: '500' },
    '1',
  ],
  [
    'a server that started again',
    { shift: '0', nextTransaction: '10', lastPosition: '5000000000000' },
    '4999999999991',
  ],
  ['a shift that is enough', { shift: '100', nextTransaction: '10', lastPosition: '109' }, null],
  ['a shift that is one short', { shift: '100', nextTransaction: '10', lastPosition: '110' }, '101'],
  ['positions beyond 2^53', { shift: '0', nextTransaction: '9007199254740993', lastPosition: '9007199254740995' }, '3'],
])('%s', (_, clock, expected) => {
  const shift = shiftToCatchUp(clock);
  expect(shift).toBe(expected);
  // The next event comes after the last one.
  if (shift !== null)
    expect(BigInt(clock.nextTransaction) + BigInt(shift)).toBeGreaterThan(BigInt(clock.lastPosition ?? 0));
});
