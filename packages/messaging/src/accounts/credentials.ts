import type { Cipher } from '@parley/database/encryption';

const PURPOSE = 'channel_accounts.credentials';

/** What an account keeps to call its provider, by name: `access_token`, `bot_token`, … */
export type AccountCredentials = Readonly<Record<string, string>>;

/** Credentials as `channel_accounts` stores them: JSON, encrypted. Those of a disconnected account are `{}`. */
export const sealCredentials = (
  cipher: Pick<Cipher, 'encrypt'>,
  credentials: Readonly<Record<string, string | undefined>>,
): string => cipher.encrypt(JSON.stringify(credentials), PURPOSE);

/** Reads what {@link sealCredentials} made. Throws when it was changed, or its key is not configured any more. */
export const openCredentials = (cipher: Pick<Cipher, 'decrypt'>, stored: string): AccountCredentials =>
  // safe: only sealCredentials encrypts for this purpose
  JSON.parse(cipher.decrypt(stored, PURPOSE)) as AccountCredentials;
