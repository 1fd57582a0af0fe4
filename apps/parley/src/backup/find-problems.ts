import { join } from 'node:path';
import { WEBHOOK_SECRET_PURPOSE } from '@parley/accounts/domain/webhook-secret';
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

const BALANCES = `
  SELECT t.slug FROM tenants t
   WHERE t.balance <> coalesce((SELECT sum(c.amount) FROM credit_ledger c WHERE c.tenant_id = t.id), 0) ORDER BY t.slug`;
const SECRETS = `SELECT instance_id, webhook_secret FROM api_keys WHERE webhook_secret <> '' ORDER BY id`;
const FILES = `
  SELECT tenant_id, id, size FROM uploads WHERE state <> 'removing' AND received = size AND size > 0
  UNION ALL SELECT tenant_id, attachment_id, size FROM kept_files WHERE state = 'kept' ORDER BY 1, 2`;

async function findWrongBalances({ database }: Restored): Promise<string[]> {
  const { rows } = await database.query<{ slug: string }>({ text: BALANCES });
  return rows.map(({ slug }) => `The balance of ${slug} is not the sum of its ledger.`);
}

/** Secrets that the keys do not decrypt: a restored installation could sign no webhook. */
async function findClosedSecrets({ database, cipher }: Restored): Promise<string[]> {
  const { rows } = await database.query<{ instance_id: string; webhook_secret: string }>({ text: SECRETS });
  const closed = rows.filter(({ webhook_secret: secret }) => {
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
  const { rows } = await database.query<{ tenant_id: number; id: string; size: number }>({ text: FILES });
  const problems: string[] = [];
  for (const { tenant_id: tenantId, id, size } of rows) {
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
