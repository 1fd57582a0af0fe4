/** A text that PostgreSQL can store: without NUL, with U+FFFD for lone surrogates. */
export const cleanText = (value: string): string =>
  value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** {@link cleanText} of at most `maxLength` UTF-16 units; no character is split. */
export function boundText(value: string, maxLength: number): string {
  const cut = value.length > maxLength ? value.slice(0, maxLength) : value;
  const cleaned = cleanText(cut);
  // The cut split a surrogate pair: its first half has become U+FFFD.
  return cut.length < value.length && /[\ud800-\udbff]$/.test(cut) ? cleaned.slice(0, -1) : cleaned;
}

const CUT = '…';

/** As {@link boundText}; a truncated text ends with `…`. */
export const cutText = (value: string, maxLength: number): string =>
  value.length > maxLength ? `${boundText(value, maxLength - CUT.length)}${CUT}` : cleanText(value);
