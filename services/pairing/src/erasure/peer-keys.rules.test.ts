import { expect, test } from 'vitest';
import { peerPattern } from './peer-keys.rules.ts';

const names = (addresses: string[], id: string): boolean => {
  const pattern = peerPattern(addresses);
  return pattern !== null && new RegExp(pattern).test(id);
};

test.each([
  ['a number, as its session is named', ['+96170123456'], '96170123456.0', true],
  ['a number inside the name of a sender key', ['+96170123456'], '120363@g.us::96170123456::1', true],
  ['an id of the network', ['12345678901234@lid'], '12345678901234_1.2', true],
  ['one of several addresses', ['+96170123456', '12345678901234@lid'], '12345678901234_1.2', true],
  ['a longer number that begins the same', ['+96170123456'], '961701234567.0', false],
  ['a longer number that ends the same', ['+96170123456'], '196170123456.0', false],
  ['an address that is no number', ['comment:ig:maya'], '96170123456.0', false],
  ['a number too short to name anybody', ['+1234'], '1234.0', false],
  ['no address', [], '96170123456.0', false],
])('%s', (_, addresses, id, expected) => {
  expect(names(addresses, id)).toBe(expected);
});
