import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words: addresses, keys, texts without spaces. */
export const WORD_MAX = 40;

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] =>
  [...foldText(text).matchAll(WORD)].map(([word]) => word).filter((word) => word.length <= WORD_MAX);

/** A word with the marks that the fold takes away. */
const WORD_AS_WRITTEN = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text, as they are written, of which one begins with a word that is sought, however it is spelled; sought words are folded. */
export function* findWords(text: string, sought: readonly string[]): Generator<{ written: string; index: number }> {
  for (const { 0: written, index } of text.matchAll(WORD_AS_WRITTEN)) {
    if (written.length > 2 * WORD_MAX) continue;
    if (wordsOf(written).some((word) => sought.some((begin) => word.startsWith(begin)))) yield { written, index };
  }
}
