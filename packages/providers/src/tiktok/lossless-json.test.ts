import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLossless } from './lossless-json.ts';

test('an id beyond 2^53 keeps every digit, and every other value is unchanged', () => {
  expect(parseLossless('{"comment_id": 7310300000000000001, "list":[7310300000000000003 ,-9007199254740993]}')).toEqual(
    {
      comment_id: '7310300000000000001',
      list: ['7310300000000000003', '-9007199254740993'],
    },
  );
  expect(parseLossless('{"a":1789814497488,"b":1.5,"c":12e3,"d":null,"e":true}')).toEqual({
    a: 1_789_814_497_488,
    b: 1.5,
    c: 12_000,
    d: null,
    e: true,
  });
});

test('text that looks like an id stays text, even with escaped quotes', () => {
  const text = String.raw`say "comment_id":7310300000000000001, \ and "`;
  expect(parseLossless(JSON.stringify({ text, id: '7310300000000000001' }))).toEqual({
    text,
    id: '7310300000000000001',
  });
});

test('parses any JSON without such numbers like JSON.parse', () => {
  const small = fc.jsonValue({ noUnicodeString: false });
  fc.assert(
    fc.property(small, (value) => {
      const json = JSON.stringify(value);
      fc.pre(!/(?<![\d.])\d{16}/.test(json.replace(/"(?:[^"\\]|\\.)*"/g, '')));
      expect(parseLossless(json)).toEqual(JSON.parse(json));
    }),
  );
});

test('a number of 15 digits stays a number next to a longer one, whatever its sign', () => {
  expect(parseLossless('[-370302373965823,370302373965823,7310300000000000001]')).toEqual([
    -370_302_373_965_823,
    370_302_373_965_823,
    '7310300000000000001',
  ]);
});

test('throws on invalid JSON', () => {
  expect(() => parseLossless('{"a":7310300000000000001')).toThrow(SyntaxError);
});
