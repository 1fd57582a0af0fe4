import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Encryption purpose of the secret. */
export const TOTP_PURPOSE = 'members.totp_secret';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** RFC 4226, section 4, R6: as long as the output of the hash. */
const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
const DIGITS = 6;
/** Accepted periods before and after the current one, because clocks of phones drift. */
const DRIFT = 1;

/** Base 32 of RFC 4648 without padding, the format of authenticators. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret of an authenticator, in base 32. */
export const makeTotpSecret = (): string => encodeBase32(randomBytes(SECRET_BYTES));

/** The code of one period of 30 s (RFC 6238 with SHA-1 and six digits, which every authenticator supports). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The period that contains a moment. */
export const totpStepAt = (at: Date): number => Math.floor(at.getTime() / PERIOD_MS);

/**
 * The period of this code, near `at` and after the last accepted one; null for a wrong code and for one that was used
 * (docs/reference/console.md#second-factor).
 */
export function matchTotp(
  secret: string,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number },
): number | null {
  const given = Buffer.from(code);
  const now = totpStepAt(at);
  for (let step = Math.max(now - DRIFT, lastStep + 1); step <= now + DRIFT; step++) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return null;
}

/** Content of the QR code for an authenticator. */
export const totpUrl = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Parley:${email}`)}?secret=${secret}&issuer=Parley`;

const CODES = 10;
const RECOVERY_BYTES = 10;
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code of 50 random bits, such as `7k2mp-x4q9w`. */
function makeCode(): string {
  const letters = [...randomBytes(RECOVERY_BYTES)]
    .map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length])
    .join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Recovery codes that replace a lost authenticator (docs/reference/console.md#second-factor). */
export const makeRecoveryCodes = (): string[] => Array.from({ length: CODES }, makeCode);

/** SHA-256 (hex) of a code, independent of how it was typed. Guesses are throttled like those of passwords. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
    .digest('hex');
