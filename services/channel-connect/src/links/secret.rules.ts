import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in characters that need no encoding in a URL and that Telegram accepts. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
