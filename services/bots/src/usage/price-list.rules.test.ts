import { expect, it } from 'vitest';
import { costOf, priceOf, readPriceList } from './price-list.rules.ts';

const LIST = readPriceList(
  JSON.stringify({
    version: '2026-07',
    prices: [
      { provider: 'openai', model: 'm', input: 2.5, cached_input: '0.25', output: 10 },
      { provider: 'openai', model: 'm', from: '2026-08-01', input: 1, output: 5 },
      { provider: 'google', model: 'free', input: 0, output: 0 },
    ],
  }),
);
const JULY = new Date('2026-07-31T23:59:59Z');
const AUGUST = new Date('2026-08-01T00:00:00Z');
const used = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
});

it.each([
  ['input and output', JULY, used(1_000_000, 0, 100_000), 3_500_000n],
  ['cached tokens at their own price', JULY, used(1000, 400, 0), 1600n],
  ['a fraction of a millionth, rounded up', JULY, used(1, 1, 0), 1n],
  ['nothing', JULY, used(0, 0, 0), 0n],
  ['the price that holds by then, cached tokens as input', AUGUST, used(1000, 400, 10), 1050n],
  ['no more cached tokens than there were', JULY, used(10, 4_000, 0), 3n],
])('costs %s', (_name, at, usage, cost) => {
  const price = priceOf(LIST, { provider: 'openai', model: 'm' }, at);
  expect(price && costOf(price, usage)).toBe(cost);
});

it('has no price for an unknown model or provider, or without a list', () => {
  expect(priceOf(LIST, { provider: 'openai', model: 'other' }, JULY)).toBeNull();
  expect(priceOf(LIST, { provider: 'anthropic', model: 'm' }, JULY)).toBeNull();
  expect(priceOf(null, { provider: 'openai', model: 'm' }, JULY)).toBeNull();
});

it('accepts a price of zero', () => {
  const price = priceOf(LIST, { provider: 'google', model: 'free' }, JULY);
  expect(price && costOf(price, used(1000, 0, 1000))).toBe(0n);
});

it.each([
  ['no JSON', '{', 'not JSON'],
  ['a list without a version', '{"prices":[]}', 'version'],
  [
    'a negative price',
    '{"version":"1","prices":[{"provider":"openai","model":"m","input":-1,"output":1}]}',
    'prices.0.input',
  ],
  [
    'an unknown provider',
    '{"version":"1","prices":[{"provider":"x","model":"m","input":1,"output":1}]}',
    'prices.0.provider',
  ],
])('refuses %s and says where', (_name, text, where) => {
  expect(() => readPriceList(text)).toThrow(where);
});
