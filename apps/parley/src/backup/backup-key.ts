import { createHash, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The key that encrypts backups. No backup contains it. */
export interface BackupKey {
  /** Identifies the key without revealing it. */
  id: Buffer;
  /** Derives the key of one archive. */
  forArchive(salt: Uint8Array): Buffer;
}

export const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;

/** Parses a key: 32 bytes in base64. */
export function makeBackupKey(text: string): BackupKey {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error('The backup key must be base64 of 32 bytes: make one with `openssl rand -base64 32`.');
  return {
    id: createHash('sha256').update('parley:backup-key-id').update(key).digest().subarray(0, KEY_ID_BYTES),
    forArchive: (salt) => Buffer.from(hkdfSync('sha256', key, salt, 'parley:backup', KEY_BYTES)),
  };
}

/** The key in a file, or the value of PARLEY_BACKUP_KEY. */
export async function readBackupKey(file: string | undefined, variable: string | undefined): Promise<BackupKey> {
  const text = file === undefined ? variable : await readFile(file, 'utf8');
  if (!text)
    throw new Error(
      'A backup is encrypted: set PARLEY_BACKUP_KEY, or name a file with --key-file. Make a key with `openssl rand -base64 32`, and keep it apart from the backups.',
    );
  return makeBackupKey(text);
}
