/** Bidirectional controls and line separators: in a name they could rearrange the page. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const NAME_MAX = 200;

/** An untrusted name as one line of plain text. */
export function plainName(name: string): string {
  const characters = [...name.replaceAll(UNSEEN, '')];
  return characters.length <= NAME_MAX ? characters.join('') : `${characters.slice(0, NAME_MAX).join('')}…`;
}
