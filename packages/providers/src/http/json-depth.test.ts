import { expect, test } from 'vitest';
import { isTooDeep, mapTexts, writeJson } from './json-depth.ts';

const DEEP = 200_000;
const deepText = `${'['.repeat(DEEP)}"a\\u0000b"${']'.repeat(DEEP)}`;

test('a value is too deep when its arrays and objects are nested deeper than allowed', () => {
  expect(isTooDeep({ a: [{ b: 1 }] }, 3)).toBe(false);
  expect(isTooDeep({ a: [{ b: 1 }] }, 2)).toBe(true);
  expect(isTooDeep('text', 0)).toBe(false);
  expect(isTooDeep(JSON.parse(deepText))).toBe(true);
});

test('writes values that JSON.stringify cannot write, and they parse to the same value', () => {
  const deep: unknown = JSON.parse(deepText);
  expect(() => JSON.stringify(deep)).toThrow(RangeError);
  expect(writeJson(deep)).toBe(deepText);
  const mixed = `{"a":[1,null,true,{"b":"\\"x\\""}],"deep":${deepText},"c":{}}`;
  expect(writeJson(JSON.parse(mixed))).toBe(mixed);
});

test('writes flat values and dates like JSON.stringify', () => {
  for (const value of [null, undefined, 1, 'x', [], {}, { at: new Date(0), b: [undefined], c: undefined }])
    expect(writeJson(value)).toBe(JSON.stringify(value) ?? 'null');
});

test('changes every text, including keys, at any depth, and nothing else', () => {
  const given = { b: ['x', { a: 1 }], a: 'x', at: new Date(0) };
  expect(JSON.stringify(mapTexts(given, (text) => `${text}!`))).toBe(
    '{"b!":["x!",{"a!":1}],"a!":"x!","at!":"1970-01-01T00:00:00.000Z"}',
  );
  const cleaned = mapTexts(JSON.parse(deepText), (text) => text.replaceAll('\u0000', ''));
  expect(writeJson(cleaned)).toBe(deepText.replace('\\u0000', ''));
});

test('treats a key that names the prototype like any other', () => {
  const given: unknown = JSON.parse('{"__proto__":{"polluted":"x"}}');
  expect(JSON.stringify(mapTexts(given, (text) => text))).toBe('{"__proto__":{"polluted":"x"}}');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});
