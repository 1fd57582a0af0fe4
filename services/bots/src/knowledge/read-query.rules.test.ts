import { expect, test } from 'vitest';
import { readQuery } from './read-query.rules.ts';
import { formsOf } from './searched-forms.rules.ts';
import { editDistance, similarWords } from './similar-words.rules.ts';
import { stemArabic } from './stem-arabic.rules.ts';

const wordsOf = (...queries: string[]): string[] => readQuery(queries).map(({ word }) => word);

test.each([
  ['When do you open?', ['open']],
  ['opening hours of the shop', ['opening', 'hours', 'shop']],
  ['How much does it cost, please', ['cost']],
  ['متى تفتحون؟', ['تفتحون']],
  ['كم سعر التوصيل لو سمحت', ['سعر', 'التوصيل']],
  ['who are you', ['who', 'are', 'you']],
  ['؟!', []],
])('question words are left out of %s unless there are no others', (query, words) => {
  expect(wordsOf(query)).toEqual(words);
});

test('queries are merged: each word is searched once, and at most 16 of them', () => {
  expect(wordsOf('open today', 'OPEN tomorrow')).toEqual(['open', 'today', 'tomorrow']);
  expect(wordsOf(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(16);
});

test.each([
  ['تفتحون', 'فتح'],
  ['نفتح', 'فتح'],
  ['الساعات', 'ساع'],
  ['ساعه', 'ساع'],
  ['بالبطاقه', 'بطاق'],
  ['للتوصيل', 'توصيل'],
  ['عمل', null],
  ['hours', null],
])('removes the affixes of the Arabic word %s', (word, stem) => {
  expect(stemArabic(word)).toBe(stem);
});

test.each([
  ['hours', 'hours', 0],
  ['huors', 'hours', 1],
  ['delivry', 'delivery', 1],
  ['refnud', 'refund', 1],
  ['التوصييل', 'التوصيل', 1],
  ['kitten', 'sitting', 3],
  ['abc', 'xyzw', 4],
])('%s and %s differ by %i letters', (left, right, distance) => {
  expect(editDistance(left, right, 3)).toBe(distance);
  expect(editDistance(right, left, 3)).toBe(distance);
});

test('a misspelled word matches at most four similar words of the vocabulary, and a short one none', () => {
  expect(similarWords('huors', ['colours', 'hour', 'hours', 'shop'])).toEqual([{ word: 'hours', similarity: 0.8 }]);
  expect(similarWords('aaaaaa', ['aaaaab', 'aaaaac', 'aaaaad', 'aaaaae', 'aaaaa'])).toHaveLength(4);
  expect(similarWords('cat', ['car', 'cats'])).toEqual([]);
});

test('a word of the vocabulary is searched as it is', () => {
  const [term] = readQuery(['hours']);
  expect(term && formsOf([term], new Set(['hours', 'hour']))).toEqual([{ term: 0, form: 'hours', weight: 1 }]);
  const forms = formsOf(readQuery(['huors تفتحون']), new Set(['hours', 'نفتح']));
  expect(forms.map(({ term, form }) => [term, form])).toEqual([
    [0, 'huors'],
    [0, 'hours'],
    [1, 'تفتحون'],
    [1, 'فتح'],
  ]);
});
