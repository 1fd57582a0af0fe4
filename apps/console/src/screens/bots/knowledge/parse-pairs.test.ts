import { expect, test } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

test.each([
  ['a paragraph is a question and its answer', 'Open?\n9 to 5', [{ question: 'Open?', answer: '9 to 5' }]],
  [
    'an answer may have several lines, and lines of spaces part the pairs',
    'Open?\n9 to 5\non weekdays\n  \nWhere?\r\nHere\n',
    [
      { question: 'Open?', answer: '9 to 5\non weekdays' },
      { question: 'Where?', answer: 'Here' },
    ],
  ],
  ['a question without an answer is left out', 'Open?\n\nWhere?\nHere', [{ question: 'Where?', answer: 'Here' }]],
  ['nothing is nothing', ' \n\n', []],
])('%s', (_title, text, pairs) => {
  expect(parsePairs(text)).toEqual(pairs);
});
