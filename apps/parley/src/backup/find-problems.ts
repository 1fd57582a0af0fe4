import { join } from 'node:path';
import { WEBHOOK_SECRET_PURPOSE } from '@parley/accounts/keys/key.rules';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { storedFiles, webhookSecrets, wrongBalances } from '@parley/database/operations/backup-checks';
import { openUploadFiles } from '@parley/files/pieces/open-upload-files.client';
import type { Environment } from '@parley/runtime/environment';

export interface Restored {
  database: Pick<Database, 'query'>;
  cipher: Cipher;
  /** Folder of the uploaded files; null when they are in an S3-compatible store. */
  uploads: string | null;
  environment: Environment;
}

async function findWrongBalances({ database }: Restored): Promise<string[]> {
  const wrong = await wrongBalances.all(database, {});
  return wrong.map(({ slug }) => `The balance of ${slug} is not the sum of its ledger.`);
}

/** Webhook secrets that do not decrypt: after a restore their webhooks could not be signed. */
async function findUndecryptableSecrets({ database, cipher }: Restored): Promise<string[]> {
  const rows = await webhookSecrets.all(database, {});
  const undecryptable = rows.filter(({ webhookSecret: secret }) => {
    try {
      cipher.decrypt(secret, WEBHOOK_SECRET_PURPOSE);
      return false;
    } catch {
      return true;
    }
  });
  if (undecryptable.length === 0) return [];
  return [
    `${undecryptable.length} of ${rows.length} webhook secrets do not decrypt: set PARLEY_ENCRYPTION_KEYS to the keys of the data.`,
  ];
}

/** Files in the database that the store does not have, or has changed. */
async function findBrokenFiles({ database, cipher, uploads, environment }: Restored): Promise<string[]> {
  if (uploads === null) return [];
  const store = openUploadFiles(
    { ...environment, PARLEY_UPLOAD_S3_URL: undefined, PARLEY_UPLOAD_DIR: uploads },
    cipher,
  );
  const rows = await storedFiles.all(database, {});
  const problems: string[] = [];
  for (const { tenantId, id, size } of rows) {
    try {
      for await (const _ of store.read({ tenantId, id, size }));
    } catch {
      problems.push(`The file ${join(String(tenantId), id)} is missing or damaged.`);
    }
  }
  return problems;
}

/** Problems that a restore of this backup would have; empty for a sound backup. */
export async function findProblems(restored: Restored): Promise<string[]> {
  const found = [];
  for (const find of [findWrongBalances, findUndecryptableSecrets, findBrokenFiles])
    found.push(...(await find(restored)));
  return found;
}
