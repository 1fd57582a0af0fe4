import { createHash, randomBytes } from 'node:crypto';

const CODES = 10;
const RANDOM_BYTES = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code of 50 random bits, such as `7k2mp-x4q9w`. */
function makeCode(): string {
  const letters = [...randomBytes(RANDOM_BYTES)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Recovery codes that replace a lost authenticator (docs/reference/console.md#second-factor). */
export const makeRecoveryCodes = (): string[] => Array.from({ length: CODES }, makeCode);

/** SHA-256 (hex) of a code, independent of how it was typed. Guesses are throttled like those of passwords. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
    .digest('hex');
