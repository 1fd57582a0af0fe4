import { createHash, randomBytes } from 'node:crypto';

/** A new session token (docs/reference/sessions.md#creating): 192 random bits behind `wds_`. */
export const makeSessionToken = (): string => `wds_${randomBytes(24).toString('base64url')}`;

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
