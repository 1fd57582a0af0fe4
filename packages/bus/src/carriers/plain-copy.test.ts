import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyPlain } from './plain-copy.ts';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify({ value })).value;

it('copies every value as JSON does, and computes an upper bound of its text length', () => {
  const anything = fc.anything({
    withDate: true,
    withNullPrototype: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      const { value: copy, characters } = copyPlain(value);
      expect(copy).toEqual(throughJson(value));
      expect(characters * 6).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value) ?? ''));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['a date', new Date('2026-01-02T03:04:05.000Z')],
  ['undefined in a list', [undefined, () => 1, Symbol('s')]],
  ['undefined in an object', { gone: undefined, kept: null }],
  ['what is no number', [Number.NaN, Number.POSITIVE_INFINITY, -0]],
  ['a key that objects have already', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ['half of a pair of characters', '\ud800'],
  ['bytes', Buffer.from('abc')],
])('copies %s as JSON does', (_what, value) => {
  expect(copyPlain(value).value).toEqual(throughJson(value));
});

it('shares nothing with the original', () => {
  const value = { list: [{ text: 'a' }] };
  const copy = copyPlain(value).value;
  value.list[0] = { text: 'changed' };
  expect(copy).toEqual({ list: [{ text: 'a' }] });
});

it('refuses a bigint, as JSON does', () => {
  expect(() => copyPlain({ n: 1n })).toThrow(TypeError);
});
