import { expect, test } from 'vitest';
import { findNumberNamed } from './find-number.rules.ts';

const SHOP = { externalId: '1001', name: 'Shop', number: '+49 30 1234567' };
const SUPPORT = { externalId: '1002', name: 'Support', number: '+12025550123' };
/** Its label is the number of another account. */
const TRICKY = { externalId: '1003', name: '+12025550123', number: null };

test.each([
  ['no name: the first one', null, [SHOP, SUPPORT], SHOP],
  ['no name, without numbers', null, [], null],
  ["the provider's id", '1002', [SHOP, SUPPORT], SUPPORT],
  ['the label', 'Support', [SHOP, SUPPORT], SUPPORT],
  ['the label in other letters', 'support', [SHOP, SUPPORT], null],
  ['the number', '+12025550123', [SHOP, SUPPORT], SUPPORT],
  ['the number without plus', '12025550123', [SHOP, SUPPORT], SUPPORT],
  ['the number with separators', '+1 (202) 555-01.23', [SHOP, SUPPORT], SUPPORT],
  ['a number that is kept with separators', '+49301234567', [SHOP, SUPPORT], SHOP],
  ['a part of the number', '2025550123', [SHOP, SUPPORT], null],
  ['a label that looks like the number of a later one', '+12025550123', [TRICKY, SUPPORT], TRICKY],
  ['a number before a label that looks like it', '+12025550123', [SUPPORT, TRICKY], SUPPORT],
  ['an empty text', '', [SHOP, SUPPORT], null],
  ['not a number', 'x', [TRICKY], null],
])('%s', (_what, from, numbers, named) => {
  expect(findNumberNamed(numbers, from)).toBe(named);
});
