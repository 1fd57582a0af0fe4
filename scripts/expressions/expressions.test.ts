import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { analyseExpression } from './analyse-expression.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { findExpressions, literalOf } from './find-expressions.ts';
import { listExpressions } from './record-expressions.ts';

const found = (text: string): string[] => findExpressions(text, false).map(literalOf);

test('literals are found, and expressions that are made of constants', () => {
  expect(found(String.raw`const a = /\d+$/g; text.replace(/x/u, '');`)).toEqual([String.raw`/\d+$/g`, '/x/u']);
  expect(found("new RegExp('a+$', 'i'); RegExp(`b`);")).toEqual(['/a+$/i', '/b/']);
  const parts =
    String.raw`const WORD = '\\w+'; const PAIR = \`\${WORD}=\${WORD}\`; new RegExp(\`^\${PAIR}$\`);`.replaceAll(
      /\\([`$])/g,
      '$1',
    );
  expect(found(parts)).toEqual([String.raw`/^\w+=\w+$/`]);
  expect(found(String.raw`new RegExp('[^\\r\\u2028]')`)).toEqual([String.raw`/[^\r\u2028]/`]);
  expect(found('const CODE = /a|b/m; new RegExp(CODE.source, "gm");')).toEqual(['/a|b/m', '/a|b/gm']);
});

test('one letter stands for a part that is known only when the program runs', () => {
  expect(found('const f = (name) => new RegExp(`^\u0024{name}(?:;.*)?$`);')).toEqual(['/^x(?:;.*)?$/']);
});

test('an expression in a page of the console is found', () => {
  expect(findExpressions('const A = () => <p title="/">{text.split(/\\s+/)}</p>;', true)).toEqual([
    { source: '\\s+', flags: '' },
  ]);
});

test.each([
  ['of the second degree', String.raw`[\p{P}\p{Z}]+$`, 'u', /2nd degree/],
  ['of the third', String.raw`^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$`, '', /3rd degree/],
  ['exponential', String.raw`^(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$`, 'u', /exponential/],
])('an expression is refused with a text that makes it slow: %s', (_what, source, flags, problem) => {
  expect(analyseExpression({ source, flags })).toMatch(problem);
});

test('a linear expression is accepted', () => {
  expect(analyseExpression({ source: String.raw`^[\p{Extended_Pictographic}\p{Emoji_Component}]+$`, flags: 'u' })).toBe(
    null,
  );
});

test('every exception is used', () => {
  const used = listExpressions(fileURLToPath(new URL('../..', import.meta.url)));
  expect([...EXCEPTIONS.keys()].filter((literal) => !used.has(literal))).toEqual([]);
});
