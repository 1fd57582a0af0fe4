import { createHash } from 'node:crypto';

const PREFIX = 'v12044gd';

/** TikTok's id of a stored file. */
export const tiktokMediaId = (id: string): string => `${PREFIX}${id}`;

/** The sandbox's own id in TikTok's id of a stored file. */
export const mediaIdOf = (tiktokId: string): string =>
  tiktokId.startsWith(PREFIX) ? tiktokId.slice(PREFIX.length) : '';

/** The signature of a download address, which shows that this sandbox issued it. */
export const mediaSignature = (id: string, expiresAt: number): string =>
  createHash('sha256').update(`${id} ${expiresAt}`).digest('hex').slice(0, 16);
