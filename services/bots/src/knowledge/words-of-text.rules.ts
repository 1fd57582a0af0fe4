import { wordsOf } from '@parley/common/words-of';
import { stemArabic } from './stem-arabic.rules.ts';

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
