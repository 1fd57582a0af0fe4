import { wordsOf } from '@parley/common/text/words-of';

const stemsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const stem = stemArabic(word);
    return stem === null ? [] : [stem];
  });

/** The index of a text: its words and the stems of Arabic ones. */
export function indexText(text: string): string {
  const words = wordsOf(text);
  return [...words, ...stemsOf(words)].join(' ');
}

const ARABIC = /^[\u0621-\u064a]+$/;
const LETTERS_KEPT = 3;

/** Conjunctions, prepositions and the article, which are written with their word; longest first. */
const PREFIXES = ['وبال', 'وكال', 'ولل', 'وال', 'فال', 'بال', 'كال', 'لل', 'ال'];
/** Endings of number, gender and person; longest first. */
const SUFFIXES = [
  'ونها',
  'ونه',
  'هما',
  'كما',
  'اتها',
  'اته',
  'ون',
  'ين',
  'ان',
  'ات',
  'وا',
  'ها',
  'هم',
  'كم',
  'نا',
  'ه',
  'ي',
  'ك',
];
/** Prefixes of verbs: I, you, he, we. */
const PERSONS = /^[اتين]/;

function without(
  word: string,
  ends: (end: string) => boolean,
  ending: readonly string[],
  cut: (end: string) => string,
): string {
  const found = ending.find((end) => ends(end) && word.length - end.length >= LETTERS_KEPT);
  return found === undefined ? word : cut(found);
}

/**
 * The stem of a folded Arabic word: `تفتحون` (you open) and `نفتح` (we open) both become `فتح`. PostgreSQL's own
 * stemmer keeps the person of a verb. Null: the word has no affix, or is not Arabic.
 */
export function stemArabic(word: string): string | null {
  if (!ARABIC.test(word) || word.length <= LETTERS_KEPT) return null;
  const bare = without(
    word,
    (end) => word.startsWith(end),
    PREFIXES,
    (end) => word.slice(end.length),
  );
  const short = without(
    bare,
    (end) => bare.endsWith(end),
    SUFFIXES,
    (end) => bare.slice(0, -end.length),
  );
  const stem = bare === word && short.length > LETTERS_KEPT && PERSONS.test(short) ? short.slice(1) : short;
  return stem === word ? null : stem;
}
