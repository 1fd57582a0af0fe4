import { foldText } from './fold-text.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words: addresses, keys, texts without spaces. */
export const WORD_MAX = 40;

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] =>
  [...foldText(text).matchAll(WORD)].map(([word]) => word).filter((word) => word.length <= WORD_MAX);
