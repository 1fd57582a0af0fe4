import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;

/** 256 random bits in characters that need no encoding in a URL: the token of a session or of a link. */
export const makeToken = (): string => randomBytes(RANDOM_BYTES).toString('base64url');

/** SHA-256 of a token: it has 256 random bits, so a plain hash cannot be searched. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
