import { join } from 'node:path';
import { WEBHOOK_SECRET_PURPOSE } from '@parley/accounts/domain/webhook-secret';
import { storedFiles, webhookSecrets, wrongBalances } from '@parley/database/backup-checks';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { openUploadFiles } from '@parley/files/adapters/uploads/open-upload-files';
import type { Environment } from '@parley/runtime/environment';

export interface Restored {
  database: Pick<Database, 'query'>;
  cipher: Cipher;
  /** Folder of the uploaded files; null when they are elsewhere. */
  uploads: string | null;
  environment: Environment;
}

async function findWrongBalances({ database }: Restored): Promise<string[]> {
  const wrong = await wrongBalances.all(database, {});
  return wrong.map(({ slug }) => `The balance of ${slug} is not the sum of its ledger.`);
}

/** Secrets that the keys do not decrypt: a restored installation could sign no webhook. */
async function findClosedSecrets({ database, cipher }: Restored): Promise<string[]> {
  const rows = await webhookSecrets.all(database, {});
  const closed = rows.filter(({ webhookSecret: secret }) => {
    try {
      cipher.decrypt(secret, WEBHOOK_SECRET_PURPOSE);
      return false;
    } catch {
      return true;
    }
  });
  if (closed.length === 0) return [];
  return [
    `${closed.length} of ${rows.length} webhook secrets do not decrypt: set PARLEY_ENCRYPTION_KEYS to the keys of the data.`,
  ];
}

/** Files that the database knows, and of which a piece is missing or changed. */
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

/** What would be wrong after a restore; empty for a sound backup. */
export async function findProblems(restored: Restored): Promise<string[]> {
  const found = [];
  for (const find of [findWrongBalances, findClosedSecrets, findBrokenFiles]) found.push(...(await find(restored)));
  return found;
}
