import { createHash, randomBytes } from 'node:crypto';

/** A new session token (docs/reference/sessions.md#creating): `wds_` and 192 random bits. */
export const makeSessionToken = (): string => `wds_${randomBytes(24).toString('base64url')}`;

/** The stored form of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
