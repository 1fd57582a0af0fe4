/** Not letters: control characters, marks that turn the direction, punctuation. */
const NO_LETTER = /[^\p{L}\p{N}\s]/gu;

/** One or two letters of a name; `#` for a name without any. */
export function initialsOf(name: string): string {
  const words = name.slice(0, 200).replaceAll(NO_LETTER, '').trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') =>
    [...word].slice(0, 1).join(''),
  );
  return letters.join('').toUpperCase() || '#';
}

/** A number below `count` that is the same for the same text. */
export function colourOf(seed: string, count: number): number {
  let hash = 0;
  for (const character of seed.slice(0, 200)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
