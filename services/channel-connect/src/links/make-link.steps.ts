import type { ChannelConnectService } from '../service.ts';
import { hashSecret, makeSecret, type NewLink } from './link.rules.ts';
import { saveLink } from './link.store.ts';

const VALID_MS = 30 * 60_000;

/** Stores a link that is valid for 30 minutes and one authorization; returns its address. */
export async function makeLink(
  { database, now, publicUrl }: Pick<ChannelConnectService, 'database' | 'now'> & { publicUrl: string },
  link: Omit<NewLink, 'tokenHash' | 'createdAt' | 'expiresAt'>,
): Promise<string> {
  const token = makeSecret();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + VALID_MS);
  await saveLink(database, { ...link, tokenHash: hashSecret(token), createdAt, expiresAt });
  return `${publicUrl}/connect/${token}`;
}
