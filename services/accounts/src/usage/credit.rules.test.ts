import { expect, test } from 'vitest';
import { type CreditFacts, decideCredit } from './credit.rules.ts';

const facts = (given: Partial<CreditFacts> = {}): CreditFacts => ({
  balance: '15.000000',
  threshold: '10.000000',
  isReported: false,
  ...given,
});
const topUp = { kind: 'top_up', isReported: false, lowCredit: null };
const adjustment = { ...topUp, kind: 'adjustment' };

test.each([
  ['a top-up', {}, '5', topUp],
  ['nothing', {}, '0', topUp],
  ['an adjustment to the line', {}, '-5', adjustment],
  [
    'a millionth below the line is reported',
    {},
    '-5.000001',
    { ...adjustment, isReported: true, lowCredit: { balance: '9.999999', threshold: '10' } },
  ],
  [
    'further down it is not reported again',
    { balance: '9', isReported: true },
    '-1',
    { ...adjustment, isReported: true },
  ],
  [
    'a top-up that stays below keeps it reported',
    { balance: '8', isReported: true },
    '1',
    { ...topUp, isReported: true },
  ],
  ['a top-up that stays below tells nothing', { balance: '3' }, '2', topUp],
  ['at the line it may be reported again', { balance: '8', isReported: true }, '2', topUp],
  ['an adjustment that stays above the line may be reported again', { isReported: true }, '-1', adjustment],
  ['without a line nothing is reported', { threshold: null }, '-14', adjustment],
  ['exactly the balance', { threshold: null }, '-15', adjustment],
  ['a millionth more than the balance', {}, '-15.000001', 'below_zero'],
  ['the most that a balance holds', { balance: '99999999999999', threshold: null }, '0.999999', topUp],
  ['a millionth more than it holds', { balance: '99999999999999', threshold: null }, '1', 'too_large'],
] as const)('%s', (_, given, amount, decided) => {
  expect(decideCredit(facts(given), amount)).toEqual(decided);
});
