/** The first `max` characters of a text, split before their last word, which the cut may have shortened. */
export function cutBeforeWord(text: string, max: number): [head: string, lastWord: string] {
  let at = Math.min(max, text.length);
  while (at > 0 && text.charAt(at - 1).trim() !== '') at--;
  return [text.slice(0, at), text.slice(at, max)];
}
