import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowComparisons, editDistance, formsOf, readQuery, similarWords } from './search.rules.ts';
import { stemArabic } from './words.rules.ts';

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

/** The definition, without any bound (optimal string alignment). */
function distanceOf(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++)
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isExchange = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const exchanged = row > 1 && column > 1 && isExchange ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const best = Math.min(replaced, at(row - 1, column) + 1, at(row, column - 1) + 1, exchanged);
      rows[row]?.splice(column, 1, best);
    }
  return at(left.length, right.length);
}

test('a distance up to the limit is exact, and a larger one is the limit and one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 6 }), (left, right, limit) => {
      expect(editDistance(left, right, limit)).toBe(Math.min(distanceOf(left, right), limit + 1));
    }),
    { numRuns: 3000 },
  );
});

test('the most similar words come first', () => {
  const vocabulary = ['hours', 'house', 'horse', 'flours', 'delivery'];
  expect(similarWords('huors', vocabulary).map(({ word }) => word)).toEqual(['hours']);
  expect(similarWords('delivrey', vocabulary).map(({ word }) => word)).toEqual(['delivery']);
});

/** Letters of two words of 40 that may be compared once more. */
const ONE_PAIR = 40 * 25;

test('a search of a large vocabulary compares a bounded number of letters', () => {
  const stem = 'a'.repeat(32);
  const vocabulary = new Set(Array.from({ length: 47_000 }, (_, n) => `${stem}${String(n).padStart(6, '0')}bb`));
  const comparisons = allowComparisons();
  const allowed = comparisons.left;
  for (let n = 0; n < 16; n++) similarWords(`${stem}zzzzzz${n}`, vocabulary, comparisons);
  expect(comparisons.left).toBeGreaterThan(-ONE_PAIR);
  expect(comparisons.left).toBeLessThan(allowed);
  const terms = Array.from({ length: 16 }, (_, n) => ({ word: `${stem}zzzzzz${n}`, stem: null }));
  const spent = allowComparisons();
  expect(formsOf(terms, vocabulary, spent).length).toBeGreaterThanOrEqual(terms.length);
  expect(spent.left).toBeGreaterThan(-ONE_PAIR);
});
