/** A text that PostgreSQL can store: without NUL, with U+FFFD for lone surrogates. */
export const cleanText = (value: string): string =>
  value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** {@link cleanText} of at most `maxLength` UTF-16 units; no character is split. */
export function boundText(value: string, maxLength: number): string {
  const cut = value.length > maxLength ? value.slice(0, maxLength) : value;
  const cleaned = cleanText(cut);
  // The first half of a surrogate pair that was cut.
  return cut.length < value.length && /[\ud800-\udbff]$/.test(cut) ? cleaned.slice(0, -1) : cleaned;
}

const CUT = '…';

/** A person's text in the form of {@link boundText}; a longer text ends with `…`, so that a reader sees the cut. */
export const cutText = (value: string, maxLength: number): string =>
  value.length > maxLength ? `${boundText(value, maxLength - CUT.length)}${CUT}` : cleanText(value);
