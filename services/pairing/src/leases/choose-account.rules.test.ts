import { expect, test } from 'vitest';
import { chooseAccount } from './choose-account.rules.ts';

const MINE = '+96170000001';
const OTHER = '+96170000002';

test.each([
  ['a device that is linked first gets a new account', [], MINE, null],
  ['the same phone goes on in its account', [{ id: 1, number: MINE }], MINE, 1],
  ['another phone gets a new one', [{ id: 1, number: OTHER }], MINE, null],
  [
    'the newest of the same phone counts',
    [
      { id: 1, number: MINE },
      { id: 2, number: MINE },
    ],
    MINE,
    2,
  ],
  [
    'another phone between changes nothing',
    [
      { id: 1, number: MINE },
      { id: 2, number: OTHER },
    ],
    MINE,
    1,
  ],
  ['a phone whose number is unknown goes on where none was known', [{ id: 1, number: null }], null, 1],
  ['a known number is not an unknown one', [{ id: 1, number: null }], MINE, null],
])('%s', (_, before, phone, expected) => {
  expect(chooseAccount(before, phone)).toBe(expected);
});
