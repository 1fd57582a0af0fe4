import { expect, test } from 'vitest';
import { parseBody } from './parse-callback.rules.ts';

test('removes NUL and replaces lone surrogates, in keys and values at every depth', () => {
  expect(parseBody('{"a\\u0000":["x\\u0000y",{"b":"\\ud83d"}],"n":null}')).toEqual({
    a: ['xy', { b: '\ufffd' }],
    n: null,
  });
});

test('an emoji written as two surrogate escapes stays whole', () => {
  expect(parseBody('{"text":"\\ud83d\\ude00 \\uD83D\\uDE00"}')).toEqual({ text: '😀 😀' });
});

test('a written backslash before u0000 is the customer’s own text', () => {
  expect(parseBody('{"text":"\\\\u0000"}')).toEqual({ text: '\\u0000' });
});

test('throws on invalid JSON', () => {
  expect(() => parseBody('{"object":')).toThrow(SyntaxError);
});
