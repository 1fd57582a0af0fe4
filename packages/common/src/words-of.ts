import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words: addresses, keys, texts without spaces. */
export const WORD_MAX = 40;

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] =>
  [...foldText(text).matchAll(WORD)].map(([word]) => word).filter((word) => word.length <= WORD_MAX);

/** Of Latin, Greek and Cyrillic letters; the marks of other scripts are vowels. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

/** Latin letters that are no letter with an accent, as those write them who have no such key. */
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
  word
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN[letter] ?? letter);

/** A word with the marks that the fold takes away. */
const WORD_AS_WRITTEN = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text, as they are written, of which one begins with a word that is sought, however it is spelled; sought words are folded. */
export function* findWords(text: string, sought: readonly string[]): Generator<{ written: string; index: number }> {
  for (const { 0: written, index } of text.matchAll(WORD_AS_WRITTEN)) {
    if (written.length > 2 * WORD_MAX) continue;
    const forms = wordsOf(written).flatMap((word) => [word, withoutAccents(word)]);
    if (forms.some((word) => sought.some((begin) => word.startsWith(begin)))) yield { written, index };
  }
}
