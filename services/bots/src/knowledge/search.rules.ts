import { WORD_MAX, wordsOf } from '@parley/common/text/words-of';
import { stemArabic } from './words.rules.ts';

/** Maximum words of all queries together; more only cost time. */
const WORDS_MAX = 16;

/** Words of questions, which occur in most passages and say nothing about the topic. Folded. */
const QUESTION_WORDS = new Set(
  `a an and any are as at be been by can could do does did for from get give has have hello hey hi how i if in is it its kindly know
   let like long many may me much my need of on or our please so some tell thank thanks that the their them there these they this
   to us want was we were what when where which who why will with would you your
   ابغي ابي احتاج اريد اذا الا الذي التي الي ان انا انت انتم انها انه او اي ايش اين بدي بس بعد بكم تكفي تكون ثم حتي حق خلال ذلك سمحت
   شكرا شلون شنو شو طيب عايز عليكم السلام عن عند عندك عندكم عندي علي عليه غير فضلك فقط في فيه فيها قد قبل كان كانت كل كم كيف لا لدي لديكم لك لكم لكن
   لم لماذا لن له لها لو لي ليش ما ماذا متي مرحبا مع معكم ممكن من منكم منه منها ماهو ماهي نحن نعم هذا هذه هل هم هنا هناك هو هي وش وين يا يمكن يمكنني يوجد`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** One word of the query, with its stem where it is Arabic and has one. */
interface Term {
  word: string;
  stem: string | null;
}

/** The words to search for: without question words, unless there are no others. */
export function readQuery(queries: readonly string[]): Term[] {
  const words = [...new Set(queries.flatMap(wordsOf))];
  const content = words.filter((word) => !QUESTION_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, WORDS_MAX).map((word) => ({ word, stem: stemArabic(word) }));
}

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

/** Shorter words differ from too many others by one letter. */
const LETTERS_MIN = 4;
const SIMILARITY_MIN = 0.7;
const FOUND_MAX = 4;

interface SimilarWord {
  word: string;
  /** 1: identical. */
  similarity: number;
}

/** How many more pairs of letters may be compared: a tenant chooses the vocabulary, and its customers the words. */
interface Comparisons {
  left: number;
}

/** Limit of one search: some tens of milliseconds. Words that are not compared by then are searched as they are. */
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
