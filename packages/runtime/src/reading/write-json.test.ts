import { expect, test } from 'vitest';
import { writeJson, writeJsonArray } from './write-json.ts';

const HARD = { 'a "key"': 'a "text" with \\ and \u2028', number: 1e21, nested: [null, { x: true }], at: new Date(0) };

test('an object with texts is serialized as if their values were in it', () => {
  const text = writeJson({ id: 'evt_1', ...HARD }, { data: JSON.stringify(HARD), 'last "one"': '[]' });
  expect(text).toBe(JSON.stringify({ id: 'evt_1', ...HARD, data: HARD, 'last "one"': [] }));
});

test('a text is written as it is', () => {
  expect(writeJson({ id: 1 }, { data: '{"price": 1.0}' })).toBe('{"id":1,"data":{"price": 1.0}}');
});

test('undefined members are left out, and an object may have only texts, only members, or neither', () => {
  expect(writeJson({ gone: undefined, id: 1 }, {})).toBe('{"id":1}');
  expect(writeJson({ gone: undefined }, { data: '{}' })).toBe('{"data":{}}');
  expect(writeJson({}, {})).toBe('{}');
});

test('an array of texts has them in order', () => {
  expect(writeJsonArray(['1', '"two"', '{"three":3}'])).toBe('[1,"two",{"three":3}]');
  expect(writeJsonArray([])).toBe('[]');
});
