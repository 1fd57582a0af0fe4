import { findWords } from '@parley/common/text/words-of';

export interface Part {
  text: string;
  isFound: boolean;
}

/** A text in parts; a part is found if it begins with a searched word, in any spelling. */
export function markWords(text: string, sought: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { written, index } of findWords(text, sought)) {
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: written, isFound: true });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
