import { WORD_MAX } from '@parley/common/words-of';

/** Shorter words differ from too many others by one letter. */
const LETTERS_MIN = 4;
const SIMILARITY_MIN = 0.7;
const FOUND_MAX = 4;

export interface SimilarWord {
  word: string;
  /** 1: identical. */
  similarity: number;
}

/** How many more pairs of letters may be compared: a tenant chooses the vocabulary, and its customers the words. */
export interface Comparisons {
  left: number;
}

/** For one search: some tens of milliseconds. Words that are still to be compared then are searched as they are. */
const COMPARISONS_MAX = 5_000_000;
export const allowComparisons = (): Comparisons => ({ left: COMPARISONS_MAX });

/** One row of distances more than a word has letters. */
const makeRow = (): Uint8Array => new Uint8Array(WORD_MAX + 1);
// The comparison has no pause, so that all comparisons use the same rows.
let twoBack = makeRow();
let oneBack = makeRow();
let current = makeRow();

/** Fills `current` for a row; returns its least distance. Only columns within `limit` of the row can be near enough. */
function fillRow(left: string, right: string, row: number, limit: number): number {
  const from = Math.max(1, row - limit);
  const to = Math.min(right.length, row + limit);
  const beyond = limit + 1;
  current[from - 1] = from === 1 ? Math.min(row, beyond) : beyond;
  let least = from === 1 ? row : beyond;
  for (let column = from; column <= to; column++) {
    const letter = right.charCodeAt(column - 1);
    const isSame = left.charCodeAt(row - 1) === letter;
    const above = column === row + limit ? beyond : (oneBack[column] ?? beyond);
    let best = Math.min(
      (oneBack[column - 1] ?? beyond) + (isSame ? 0 : 1),
      above + 1,
      (current[column - 1] ?? beyond) + 1,
    );
    const isExchange =
      row > 1 &&
      column > 1 &&
      left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
      left.charCodeAt(row - 2) === letter;
    if (isExchange) best = Math.min(best, (twoBack[column - 2] ?? beyond) + 1);
    current[column] = Math.min(best, beyond);
    least = Math.min(least, best);
  }
  return least;
}

/**
 * Damerau edit distance (insertions, deletions, replacements, swaps of neighbours) of two words of at most 40 letters;
 * `limit` + 1 when it is larger.
 */
export function editDistance(left: string, right: string, limit: number, comparisons = allowComparisons()): number {
  if (Math.abs(left.length - right.length) > limit || Math.max(left.length, right.length) > WORD_MAX) return limit + 1;
  for (let column = 0; column <= right.length; column++) oneBack[column] = Math.min(column, limit + 1);
  for (let row = 1; row <= left.length; row++) {
    comparisons.left -= Math.min(right.length, 2 * limit + 1);
    if (fillRow(left, right, row, limit) > limit) return limit + 1;
    [twoBack, oneBack, current] = [oneBack, current, twoBack];
  }
  return oneBack[right.length] ?? limit + 1;
}

/** The words of a vocabulary that a misspelled word may mean, most similar first. */
export function similarWords(
  word: string,
  vocabulary: Iterable<string>,
  comparisons = allowComparisons(),
): SimilarWord[] {
  if (word.length < LETTERS_MIN) return [];
  const found: SimilarWord[] = [];
  for (const candidate of vocabulary) {
    if (comparisons.left <= 0) break;
    if (candidate.length < LETTERS_MIN) continue;
    const longer = Math.max(word.length, candidate.length);
    const limit = Math.floor(longer * (1 - SIMILARITY_MIN));
    const similarity = 1 - editDistance(word, candidate, limit, comparisons) / longer;
    if (similarity >= SIMILARITY_MIN) found.push({ word: candidate, similarity });
  }
  return found.sort((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1)).slice(0, FOUND_MAX);
}
