import { expect, test } from 'vitest';
import { findLowCredit } from './find-low-credit.ts';

const sends = (balance: string, lowCredit: { threshold: string; isReported: boolean } | null, ...prices: string[]) =>
  prices.map((price, index) => ({
    item: { tenantId: 1 },
    reservation: { price },
    facts: { tenant: { balance, isActive: true, lowCredit }, messageId: String(index) },
  }));
const LINE = { threshold: '10.000000', isReported: false };

test('the send that takes the balance below the threshold crosses it; equality does not', () => {
  expect(findLowCredit(sends('12.000000', LINE, '1', '1'))).toEqual([]);
  expect(findLowCredit(sends('12.000000', LINE, '1', '1', '0.5', '1'))).toEqual([
    { tenantId: 1, balance: '8.5', threshold: '10', messageId: '2' },
  ]);
});

test('a tenant without a threshold, or whose crossing was reported, is not reported', () => {
  expect(findLowCredit(sends('9.000000', null, '1'))).toEqual([]);
  expect(findLowCredit(sends('9.000000', { ...LINE, isReported: true }, '1'))).toEqual([]);
});
