import type { Cipher } from '@parley/database/encryption';
import { z } from 'zod';

const Credentials = z.record(z.string(), z.string());
const PURPOSE = 'channel_accounts.credentials';
const MAX_KEPT = 1000;

/** Decrypts the credentials of accounts; the last thousand stay open, each only as long as its stored text is the same. */
export function makeOpenCredentials(cipher: Pick<Cipher, 'decrypt'>) {
  const opened = new Map<number, { stored: string; credentials: Record<string, string> }>();
  return (accountId: number, stored: string): Record<string, string> => {
    const known = opened.get(accountId);
    if (known?.stored === stored) return known.credentials;
    const credentials = Credentials.parse(JSON.parse(cipher.decrypt(stored, PURPOSE)));
    opened.delete(accountId);
    const [oldest] = opened.keys();
    if (opened.size >= MAX_KEPT && oldest !== undefined) opened.delete(oldest);
    opened.set(accountId, { stored, credentials });
    return credentials;
  };
}
