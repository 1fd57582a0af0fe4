/** Random bytes are generated for many ids at once: one call costs as much as hundreds of bytes. */
const POOL_BYTES = 4096;
const ID_BYTES = 16;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

function randomBytes(): Uint8Array {
  if (used + ID_BYTES > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  return bytes;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixes of Parley's identifiers. */
export type IdPrefix =
  | 'evt'
  | 'ins'
  | 'req'
  | 'att'
  | 'clm'
  | 'wds'
  | 'lnk'
  | 'dlv'
  | 'ers'
  | 'plt'
  | 'ntf'
  | 'tcl'
  | 'mem'
  | 'ses'
  | 'inv'
  | 'aud'
  | 'upl'
  | 'nte'
  | 'rpl'
  | 'viw'
  | 'lbl'
  | 'tea';

const TIME_LENGTH = 10;

/**
 * A new identifier such as `evt_01j…`: 48 bits of time (so that ids sort by age) and 80 random bits,
 * in Crockford's base 32.
 */
export function makeId(prefix: IdPrefix, now: number = Date.now()): string {
  let time = '';
  for (let rest = now, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  let random = '';
  for (const byte of randomBytes()) random += ALPHABET[byte % 32];
  return `${prefix}_${time}${random}`;
}

/** When an identifier was made, in milliseconds since the epoch; null if it is not one of ours. */
export function timeOfId(id: string): number | null {
  const digits = [...id.slice(id.indexOf('_') + 1)].slice(0, TIME_LENGTH).map((digit) => ALPHABET.indexOf(digit));
  return digits.length < TIME_LENGTH || digits.includes(-1)
    ? null
    : digits.reduce((time, digit) => time * 32 + digit, 0);
}
