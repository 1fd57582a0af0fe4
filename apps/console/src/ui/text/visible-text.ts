/** Zero width, and what turns the order of letters: “gnp.exe” would read “exe.png”. The joiners stay, which emoji and Arabic letters need. */
const HIDDEN = new Set([
  ...['\u00ad', '\u200b', '\u2060', '\ufeff'],
  // Embeddings, overrides and isolates.
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
]);
/** Characters that shape or separate their neighbors, and show nothing of their own. */
const BLANK = new Set(['\u061c', '\u200c', '\u200d', '\u200e', '\u200f', '\u2800', '\u3164']);

/** The name of a person or a file without hidden characters; null if nothing of it is visible. */
export function visibleText(text: string | null | undefined): string | null {
  const shown = [...(text ?? '')].filter((sign) => !HIDDEN.has(sign)).join('');
  const isVisible = [...shown].some((sign) => !BLANK.has(sign) && sign.trim() !== '');
  return isVisible ? shown : null;
}

const escapeOf = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON whose hidden characters are escapes, so that a reader sees them. */
export const escapeHidden = (json: string): string =>
  [...json].map((sign) => (HIDDEN.has(sign) ? escapeOf(sign) : sign)).join('');
