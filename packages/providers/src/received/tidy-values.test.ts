import { expect, test } from 'vitest';
import { boundId, clampDate, clampTime, countFrom, MAX_ID_LENGTH } from './tidy-values.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const EPOCH = '1970-01-01T00:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
/** A 64-bit number in the form of protobuf's client. */
const long = (value: bigint) => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: false,
});

test.each([
  ['a number', 1_772_000_000, '2026-02-25T06:13:20.000Z'],
  ['a fraction', 1_772_000_000.25, '2026-02-25T06:13:20.250Z'],
  ['digits', '1772000000', '2026-02-25T06:13:20.000Z'],
  ['a pair of 32 bits', long(1_772_000_000n), '2026-02-25T06:13:20.000Z'],
  ['a bigint', 1_772_000_000n, '2026-02-25T06:13:20.000Z'],
  ['a little in the future', 1_772_366_460, '2026-03-01T12:01:00.000Z'],
  ['beyond the year 9999', 9e15, TOMORROW],
  ['beyond what a date holds', 1e300, TOMORROW],
  ['the largest pair of 32 bits', long(2n ** 63n - 1n), TOMORROW],
  ['infinity', Number.POSITIVE_INFINITY, TOMORROW],
  ['infinity as text', 'Infinity', TOMORROW],
  ['negative', -1, EPOCH],
  ['a negative pair of 32 bits', long(-5n), EPOCH],
  ['negative infinity', Number.NEGATIVE_INFINITY, EPOCH],
  ['nothing', undefined, null],
  ['null', null, null],
  ['zero, which says that it is not set', 0, null],
  ['an empty text', ' ', null],
  ['a word', 'yesterday', null],
  ['not a number', Number.NaN, null],
  ['an object', {}, null],
  ['a list', [1], null],
  ['true', true, null],
])('a time that is %s becomes one between the epoch and tomorrow, or none', (_what, given, expected) => {
  expect(clampTime(given, 's', NOW)?.toISOString() ?? null).toBe(expected);
});

test('milliseconds have the same limits', () => {
  expect(clampTime(1_772_000_000_000, 'ms', NOW)?.toISOString()).toBe('2026-02-25T06:13:20.000Z');
  expect(clampTime(9e15, 'ms', NOW)?.toISOString()).toBe(TOMORROW);
});

test('an invalid date becomes now', () => {
  expect(clampDate(new Date(Number.NaN), NOW)).toEqual(NOW);
  expect(clampDate(new Date(8.64e15), NOW).toISOString()).toBe(TOMORROW);
  expect(clampDate(new Date(0), NOW).toISOString()).toBe(EPOCH);
});

test('an id that is too long is replaced by another one of valid length, which is always the same', () => {
  const [a, b] = ['a', 'b'].map((end) => boundId(`${'x'.repeat(5000)}${end}`));
  expect(a).not.toBe(b);
  expect(a).toBe(boundId(`${'x'.repeat(5000)}a`));
  expect(a?.length).toBeLessThanOrEqual(MAX_ID_LENGTH);
  expect(boundId(a ?? '')).toBe(a);
  expect(boundId('3EB0\u0000A')).toBe('3EB0A');
});

test.each([
  [7, 7],
  ['7', 7],
  [long(70_000_000_000n), 70_000_000_000],
  [0, 0],
  [-1, null],
  [1.5, null],
  [1e300, null],
  [Number.POSITIVE_INFINITY, null],
  ['seven', null],
  [undefined, null],
])('the size %j becomes %j', (given, expected) => {
  expect(countFrom(given)).toBe(expected);
});
