import { markWords } from './mark-words.ts';

/** A text as it was written, with the words that were found marked; nothing in it is markup. */
export function MarkedText({ text, sought }: { text: string; sought: readonly string[] }) {
  let place = 0;
  return markWords(text, sought).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isFound ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
