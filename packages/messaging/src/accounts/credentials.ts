import type { Cipher } from '@parley/database/encryption';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';

const PURPOSE = 'channel_accounts.credentials';

/** The credentials of an account at its provider, by name: `access_token`, `bot_token`, … */
export type AccountCredentials = Readonly<Record<string, string>>;

/** Encrypts credentials for `channel_accounts`, as JSON. Those of a disconnected account are `{}`. */
export const sealCredentials = (
  cipher: Pick<Cipher, 'encrypt'>,
  credentials: Readonly<Record<string, string | undefined>>,
): string => cipher.encrypt(JSON.stringify(credentials), PURPOSE);

/** Decrypts {@link sealCredentials}. Throws when it was changed, or its key is no longer configured. */
export const openCredentials = (cipher: Pick<Cipher, 'decrypt'>, stored: string): AccountCredentials =>
  // safe: only sealCredentials encrypts for this purpose
  JSON.parse(cipher.decrypt(stored, PURPOSE)) as AccountCredentials;

/** The encrypted credentials of a connected account, or null. */
export async function findCredentials(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  channel: string,
  externalId: string,
): Promise<string | null> {
  const where = { channel, externalId, status: 'connected' };
  return (await prisma.channelAccount.findFirst({ where, select: { credentials: true } }))?.credentials ?? null;
}
