import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
// @ts-expect-error: a program of the build, without types
import { escapeNonAscii } from './bundle/escape-non-ascii.mjs';

const escaped = (code: string): string => escapeNonAscii(code);
const ASCII = /^[ -~\s]*$/;

test.each([
  ['a text', "'é … 😀'"],
  ['a text with a backslash in front', String.raw`'\é \\ü \\\ö'`],
  ['a template', '`é 😀`'],
  ['the name of a member', '({ é: 1 }).é'],
  ['a pattern', "'é😀'.replace(/é|[😀]/gu, 'x')"],
  ['a pattern with a backslash in front', String.raw`'é'.replace(/\é/, 'x')`],
])('%s means the same in ASCII', (_, code) => {
  expect(code).not.toMatch(ASCII);
  expect(escaped(code)).toMatch(ASCII);
  expect(runInNewContext(escaped(code))).toEqual(runInNewContext(code));
});

test('a raw template that is not ASCII fails the build: a program would see the escapes', () => {
  expect(() => escaped('String.raw`é`')).toThrow('raw template');
});
