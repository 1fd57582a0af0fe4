import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits. */
export const makeBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** The proof that the Continue button sends: only our page, shown in this browser for this link, knows it. */
export const proofOf = (secret: string, token: string): string =>
  createHash('sha256').update(`connect-page\n${secret}\n${token}`).digest('base64url');

/** Whether Continue was pressed on our page, in the browser that showed it. */
export function isProof(given: unknown, secret: string, token: string): boolean {
  const expected = Buffer.from(proofOf(secret, token));
  const proof = Buffer.from(typeof given === 'string' ? given : '');
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}
