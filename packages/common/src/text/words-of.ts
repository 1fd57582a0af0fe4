import { foldText } from './fold-text.ts';
import { normalizeText } from './normalize-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer sequences are not words: URLs, keys, texts without spaces. */
export const WORD_MAX = 40;

/** The folded words of a text, in order. */
export const wordsOf = (text: string): string[] =>
  [...foldText(text).matchAll(WORD)].map(([word]) => word).filter((word) => word.length <= WORD_MAX);

/** Marks of Latin, Greek and Cyrillic letters; the marks of other scripts are vowels. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u0300-\u036f]+/gu;

/** Latin letters without a decomposition, and their spelling on keyboards that lack them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** A folded word without accents: names are written with and without them. */
export const withoutAccents = (word: string): string =>
  normalizeText(word, 'NFD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN[letter] ?? letter);

/** Whether each sought word, folded, begins a word of the text, which may be written with accents that it lacks. */
export function hasWords(text: string, sought: readonly string[]): boolean {
  const words = wordsOf(text).flatMap((word) => [word, withoutAccents(word)]);
  return sought.every((begin) => words.some((word) => word.startsWith(begin)));
}

/** A word with the marks that folding removes. */
const WORD_AS_WRITTEN = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of a text in their original spelling that begin with a sought word in any spelling; sought words are
 * folded.
 */
export function* findWords(text: string, sought: readonly string[]): Generator<{ written: string; index: number }> {
  for (const { 0: written, index } of text.matchAll(WORD_AS_WRITTEN)) {
    if (written.length > 2 * WORD_MAX) continue;
    const forms = wordsOf(written).flatMap((word) => [word, withoutAccents(word)]);
    if (forms.some((word) => sought.some((begin) => word.startsWith(begin)))) yield { written, index };
  }
}
