import { foldText } from '@parley/common/fold-text';
import { stemArabic } from './stem-arabic.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words: addresses, keys, texts without spaces. */
const WORD_MAX = 40;

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] =>
  [...foldText(text).matchAll(WORD)].map(([word]) => word).filter((word) => word.length <= WORD_MAX);

const stemsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const stem = stemArabic(word);
    return stem === null ? [] : [stem];
  });

/** What the search reads of a text: its words and the stems of Arabic ones. */
export function indexText(text: string): string {
  const words = wordsOf(text);
  return [...words, ...stemsOf(words)].join(' ');
}
