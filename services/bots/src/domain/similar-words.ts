/** Shorter words differ from too many others by one letter. */
const LETTERS_MIN = 4;
const SIMILARITY_MIN = 0.7;
const FOUND_MAX = 4;

export interface SimilarWord {
  word: string;
  /** 1: identical. */
  similarity: number;
}

/** Damerau edit distance (insertions, deletions, replacements, swaps of neighbours); `limit` + 1 when it is larger. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let twoBack: number[] = [];
  let oneBack = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const replaced = at(oneBack, column - 1) + (isSame ? 0 : 1);
      let best = Math.min(replaced, at(oneBack, column) + 1, at(current, column - 1) + 1);
      const isExchange =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isExchange) best = Math.min(best, at(twoBack, column - 2) + 1);
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    [twoBack, oneBack] = [oneBack, current];
  }
  return at(oneBack, right.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** The words of a vocabulary that a misspelled word may mean, most similar first. */
export function similarWords(word: string, vocabulary: Iterable<string>): SimilarWord[] {
  if (word.length < LETTERS_MIN) return [];
  const found: SimilarWord[] = [];
  for (const candidate of vocabulary) {
    if (candidate.length < LETTERS_MIN) continue;
    const longer = Math.max(word.length, candidate.length);
    const limit = Math.floor(longer * (1 - SIMILARITY_MIN));
    const similarity = 1 - editDistance(word, candidate, limit) / longer;
    if (similarity >= SIMILARITY_MIN) found.push({ word: candidate, similarity });
  }
  return found.sort((a, b) => b.similarity - a.similarity || (a.word < b.word ? -1 : 1)).slice(0, FOUND_MAX);
}
