import type { Term } from './read-query.rules.ts';
import { allowComparisons, similarWords } from './similar-words.rules.ts';

/** A form of a word to search for. A passage scores by the best form of each term. */
export interface SearchedForm {
  term: number;
  form: string;
  weight: number;
}

/** A stem is less specific than the word itself. */
const STEM_WEIGHT = 0.8;

/** The forms to search for: each word with its stem, and similar words for one that is not in the vocabulary. */
export function formsOf(
  terms: readonly Term[],
  vocabulary: ReadonlySet<string>,
  comparisons = allowComparisons(),
): SearchedForm[] {
  return terms.flatMap(({ word, stem }, term) => {
    const similar = vocabulary.has(word) ? [] : similarWords(word, vocabulary, comparisons);
    return [
      { term, form: word, weight: 1 },
      ...(stem === null ? [] : [{ term, form: stem, weight: STEM_WEIGHT }]),
      ...similar.map((found) => ({ term, form: found.word, weight: found.similarity ** 2 })),
    ];
  });
}
