import { markWords } from './mark-words.ts';

/** A text with the found words marked; nothing in it is markup. */
export function MarkedText({ text, sought }: { text: string; sought: readonly string[] }) {
  let place = 0;
  return markWords(text, sought).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isFound ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
