import { expect, test } from 'vitest';
import { priceOf } from './message-price.ts';

const PRICES = { wa: '2', 'wa.marketing': '3', 'wa.utility': '0.5', tg: '0' };

test.each([
  ['wa', null, '2'],
  ['wa', 'MARKETING', '3'],
  ['wa', 'UTILITY', '0.5'],
  ['wa', 'AUTHENTICATION', '2'],
  ['wa', 'SOMETHING_NEW', '2'],
  ['tg', null, '0'],
  ['tg', 'MARKETING', '0'],
  ['fb', null, '1'],
] as const)('a message of %s in category %s costs %s', (channel, category, price) => {
  expect(priceOf({ PARLEY_PRICES: PRICES }, channel, category)).toBe(price);
});

test('without prices every message costs 1', () => {
  expect(priceOf({ PARLEY_PRICES: undefined }, 'wa', 'MARKETING')).toBe('1');
});
