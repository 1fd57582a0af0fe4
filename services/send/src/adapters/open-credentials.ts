import type { Cipher } from '@parley/database/encryption';
import { type AccountCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { memoizeBounded } from '@parley/runtime/bounded-map';

/** Decrypts the stored credentials of an account. Throws when its key is no longer configured. */
export type OpenCredentials = (stored: string) => AccountCredentials;

const REMEMBERED = 1000;

export const makeOpenCredentials = (cipher: Pick<Cipher, 'decrypt'>): OpenCredentials =>
  memoizeBounded((stored) => openCredentials(cipher, stored), REMEMBERED);
