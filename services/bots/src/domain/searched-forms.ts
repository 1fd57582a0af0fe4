import type { Term } from './read-query.ts';
import { similarWords } from './similar-words.ts';

/** A form of a word that is searched for; of the forms of one term, a passage counts by the best. */
export interface SearchedForm {
  term: number;
  form: string;
  weight: number;
}

/** A stem says less than the word itself. */
const STEM_WEIGHT = 0.8;

/** What is searched for: each word with its stem, and what one may mean that stands nowhere in the vocabulary. */
export function formsOf(terms: readonly Term[], vocabulary: ReadonlySet<string>): SearchedForm[] {
  return terms.flatMap(({ word, stem }, term) => {
    const similar = vocabulary.has(word) ? [] : similarWords(word, vocabulary);
    return [
      { term, form: word, weight: 1 },
      ...(stem === null ? [] : [{ term, form: stem, weight: STEM_WEIGHT }]),
      ...similar.map((found) => ({ term, form: found.word, weight: found.similarity ** 2 })),
    ];
  });
}
