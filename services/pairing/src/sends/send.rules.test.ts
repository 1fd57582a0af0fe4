import { expect, test } from 'vitest';
import { makeNumberPace } from './send.rules.ts';

test('50 numbers may be looked up at once, then one a second', () => {
  let now = 1_000_000;
  const pace = makeNumberPace(() => now);
  expect(pace.take(50)).toBe(0);
  expect(pace.take(1)).toBe(1000);
  now += 1000;
  expect(pace.take(2)).toBe(1000);
  expect(pace.take(1)).toBe(0);
  now += 3_600_000;
  expect(pace.take(50)).toBe(0);
});

test('a refused lookup takes no numbers', () => {
  const pace = makeNumberPace(() => 0);
  pace.take(40);
  expect(pace.take(20)).toBe(10_000);
  expect(pace.take(10)).toBe(0);
});
