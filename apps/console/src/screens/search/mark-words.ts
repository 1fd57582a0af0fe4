import { wordsOf } from '@parley/common/words-of';

export interface Part {
  text: string;
  isFound: boolean;
}

/** A word with the marks that the search does not look at. */
const WORD_AS_WRITTEN = /[\p{L}\p{M}\p{N}]+/gu;

/** A text in parts, of which those are found that begin with a word that was looked for, however it is spelled. */
export function markWords(text: string, sought: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(WORD_AS_WRITTEN)) {
    if (!wordsOf(written).some((word) => sought.some((begin) => word.startsWith(begin)))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: written, isFound: true });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
