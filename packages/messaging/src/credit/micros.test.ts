import { expect, test } from 'vitest';
import { fromMicros, toMicros } from './micros.ts';

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.1', 100_000n],
  ['12.000001', 12_000_001n],
  ['-0.500000', -500_000n],
  ['99999999999999.999999', 99_999_999_999_999_999_999n],
])('%s is %s millionths', (amount, micros) => {
  expect(toMicros(amount)).toBe(micros);
});

test.each(['', 'x', '1e3', '1.', '0.0000001'])('"%s" is not an amount', (amount) => {
  expect(() => toMicros(amount)).toThrow(RangeError);
});

test.each([
  [0n, '0'],
  [1n, '0.000001'],
  [9_500_000n, '9.5'],
  [10_000_000n, '10'],
  [99_999_999_999_999_999_999n, '99999999999999.999999'],
])('%s millionths are %s', (micros, amount) => {
  expect(fromMicros(micros)).toBe(amount);
});
