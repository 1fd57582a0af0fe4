import { createHash } from 'node:crypto';

const PREFIX = 'v12044gd';

/** TikTok's id of a stored file. */
export const tiktokMediaId = (id: string): string => `${PREFIX}${id}`;

/** The stored file's own id inside TikTok's. */
export const mediaIdOf = (tiktokId: string): string =>
  tiktokId.startsWith(PREFIX) ? tiktokId.slice(PREFIX.length) : '';

/** What makes a download address this sandbox's own. */
export const mediaSignature = (id: string, expiresAt: number): string =>
  createHash('sha256').update(`${id} ${expiresAt}`).digest('hex').slice(0, 16);
