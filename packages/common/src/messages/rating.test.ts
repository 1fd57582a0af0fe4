import { expect, test } from 'vitest';
import { readRating } from './rating.ts';

test.each([
  ['the best', '', 'rating-3', 3],
  ['a button with its text', '🙁', 'rating-1', 1],
  ['the sign', ' 😐 ', null, 2],
  ['the number of the first line', '1', null, 3],
  ['the number of the last line', '3', null, 1],
  ['another number', '4', null, null],
  ['a text with a number', '1 question more', null, null],
  ['another button', 'Yes', 'yes', null],
  ['nothing', '', null, null],
])('%s', (_what, text, choice, score) => {
  expect(readRating({ text, choice })).toBe(score);
});
