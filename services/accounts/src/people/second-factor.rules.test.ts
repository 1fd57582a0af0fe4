import { expect, test } from 'vitest';
import { encodeBase32, makeTotpSecret, matchTotp, totpCode, totpStepAt, totpUrl } from './second-factor.rules.ts';

/** RFC 6238, appendix B: the secret of the SHA-1 rows, and their last six digits. */
const SECRET = encodeBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s, as RFC 6238 says', (seconds, code) => {
  expect(totpCode(SECRET, totpStepAt(new Date(seconds * 1000)))).toBe(code);
});

test('base 32 follows RFC 4648', () => {
  expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
});

test('a new secret has 160 bits', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});

const AT = new Date('2030-01-01T00:00:10.000Z');
const STEP = totpStepAt(AT);

test.each([
  ['the current period', 0, STEP],
  ['the period before', -1, STEP - 1],
  ['the next period', 1, STEP + 1],
  ['two periods ago', -2, null],
  ['two periods ahead', 2, null],
])('a code of %s', (_when, shift, expected) => {
  expect(matchTotp(SECRET, totpCode(SECRET, STEP + shift), { at: AT, lastStep: 0 })).toBe(expected);
});

test('a code works once, and no code of an earlier period works afterwards', () => {
  const code = totpCode(SECRET, STEP);
  expect(matchTotp(SECRET, code, { at: AT, lastStep: STEP })).toBeNull();
  expect(matchTotp(SECRET, totpCode(SECRET, STEP - 1), { at: AT, lastStep: STEP })).toBeNull();
  expect(matchTotp(SECRET, totpCode(SECRET, STEP + 1), { at: AT, lastStep: STEP })).toBe(STEP + 1);
});

test.each(['', '00000', '0000000', 'abcdef', '٠٠٠٠٠٠'])('%j is no code', (code) => {
  expect(matchTotp(SECRET, code, { at: AT, lastStep: 0 })).toBeNull();
});

test('the URL of the QR code names the account', () => {
  expect(totpUrl('ABC', 'ann@shop.example')).toBe(
    'otpauth://totp/Parley%3Aann%40shop.example?secret=ABC&issuer=Parley',
  );
});
