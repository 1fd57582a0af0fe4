import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
/** The largest number of base-62 digits of 32 bytes. */
const DIGITS = 43;

/**
 * A new API key: `pk_` and 256 random bits in base 62. It is shown once; only its hash is kept
 * (docs/reference/requests.md#api-keys).
 */
export function makeApiKey(random: (bytes: number) => Buffer = randomBytes): string {
  let rest = BigInt(`0x${random(RANDOM_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < DIGITS; i++, rest /= 62n) digits = ALPHABET[Number(rest % 62n)] + digits;
  return `pk_${digits}`;
}

/** SHA-256 of a key: the key has 256 random bits, so a plain hash cannot be searched. */
export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();
