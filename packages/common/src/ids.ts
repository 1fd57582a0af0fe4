const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixes of the identifiers that Parley makes. */
export type IdPrefix = 'evt' | 'ins' | 'req' | 'att' | 'clm' | 'wds' | 'lnk' | 'dlv';

/**
 * A new identifier such as `evt_01j…`: 48 bits of time (so that ids sort by age) and 80 random bits,
 * in the alphabet of Crockford's base 32.
 */
export function makeId(prefix: IdPrefix, now: number = Date.now()): string {
  let time = '';
  for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let random = '';
  for (const byte of bytes) random += ALPHABET[byte % 32];
  return `${prefix}_${time}${random}`;
}
