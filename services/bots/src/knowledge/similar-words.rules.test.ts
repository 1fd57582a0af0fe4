import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formsOf } from './searched-forms.rules.ts';
import { allowComparisons, editDistance, similarWords } from './similar-words.rules.ts';

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
