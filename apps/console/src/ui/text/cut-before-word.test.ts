import { expect, test } from 'vitest';
import { cutBeforeWord } from './cut-before-word.ts';

test.each([
  ['one two three', 9, ['one two ', 't']],
  ['one two three', 8, ['one two ', '']],
  ['one\ntwo', 5, ['one\n', 't']],
  ['onetwothree', 5, ['', 'onetw']],
  ['one', 5, ['', 'one']],
] as const)('%j after %i characters', (text, max, expected) => {
  expect(cutBeforeWord(text, max)).toEqual(expected);
});
