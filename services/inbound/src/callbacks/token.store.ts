import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';

/** A connected account's token at its provider; null where there is none. */
export async function findToken(
  database: Pick<PrismaDatabase, 'prisma'>,
  cipher: Pick<Cipher, 'decrypt'>,
  { channel, externalId, name }: { channel: string; externalId: string; name: 'access_token' | 'bot_token' },
): Promise<string | null> {
  const stored = await findCredentials(database, channel, externalId);
  return stored === null ? null : (openCredentials(cipher, stored)[name] ?? null);
}
