import { expect, it } from 'vitest';
import { cappedPeriod, capReached, capReason, periodsOf, worstCaseOf } from './budget.rules.ts';

const FREE = { tokensPerDay: null, costPerMonthMicros: null };
const NOTHING = { tokensToday: 0, costThisMonthMicros: 0n };
const PRICE = { input: 1_000_000n, cachedInput: 100_000n, output: 4_000_000n, version: '2026-07' };

it.each([
  ['no cap', FREE, NOTHING, worstCaseOf(1000, 500, null), null],
  ['exactly the tokens that are left', { ...FREE, tokensPerDay: 1500 }, NOTHING, worstCaseOf(1000, 500, null), null],
  ['one token too many', { ...FREE, tokensPerDay: 1499 }, NOTHING, worstCaseOf(1000, 500, null), 'tokens_per_day'],
  [
    'what others have reserved',
    { ...FREE, tokensPerDay: 2000 },
    { ...NOTHING, tokensToday: 501 },
    worstCaseOf(1000, 500, null),
    'tokens_per_day',
  ],
  [
    'exactly the money that is left',
    { ...FREE, costPerMonthMicros: 3000n },
    NOTHING,
    worstCaseOf(1000, 500, PRICE),
    null,
  ],
  [
    'a millionth too much',
    { ...FREE, costPerMonthMicros: 3000n },
    { ...NOTHING, costThisMonthMicros: 1n },
    worstCaseOf(1000, 500, PRICE),
    'cost_per_month',
  ],
  [
    'a cap in money without a price',
    { ...FREE, costPerMonthMicros: 3000n },
    NOTHING,
    worstCaseOf(1, 1, null),
    'no_price',
  ],
  [
    'a model without a price and without such a cap',
    { ...FREE, tokensPerDay: 9 },
    NOTHING,
    worstCaseOf(1, 1, null),
    null,
  ],
  ['a cap of nothing', { ...FREE, tokensPerDay: 0 }, NOTHING, worstCaseOf(1, 0, null), 'tokens_per_day'],
] as const)('%s', (_name, caps, spent, worst, reached) => {
  expect(capReached(caps, spent, worst)).toBe(reached);
});

it('counts days and months in UTC', () => {
  expect(periodsOf(new Date('2026-08-31T23:59:59.999Z'))).toEqual({
    day: new Date('2026-08-31T00:00:00Z'),
    month: new Date('2026-08-01T00:00:00Z'),
  });
});

it.each([
  [capReason('tokens_per_day'), 'cap_tokens_per_day 2026-07-31'],
  [capReason('no_price'), 'cap_no_price 2026-07-31'],
  [capReason('cost_per_month'), 'cap_cost_per_month 2026-07'],
  ['the customer asked for a person', null],
  [null, null],
])('a bot that handed over for %j is at its cap in %j', (reason, period) => {
  expect(cappedPeriod(reason, new Date('2026-07-31T23:59:59.999Z'))).toBe(period);
});
