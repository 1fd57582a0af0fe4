import { expect, test } from 'vitest';
import { chooseAccount } from './chosen-account.rules.ts';

const FIRST = { externalId: '7', name: 'Shop', number: '+15550101' };
const SECOND = { externalId: '8', name: '7', number: '+15550102' };

test.each([
  { from: null, found: FIRST },
  { from: '7', found: FIRST },
  { from: '8', found: SECOND },
  { from: 'Shop', found: FIRST },
  { from: '1 555 0102', found: SECOND },
  { from: '+15550102', found: SECOND },
  { from: 'Shop 15550102', found: null },
  { from: '-', found: null },
])('from $from names $found.name', ({ from, found }) => {
  expect(chooseAccount([FIRST, SECOND], from)).toBe(found);
});
