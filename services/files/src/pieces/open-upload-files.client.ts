import { join } from 'node:path';
import type { Cipher } from '@parley/database/encryption';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import type { Environment } from '@parley/runtime/environment';
import type { UploadFiles } from '../uploads/upload.rules.ts';
import { makeDirectoryStore } from './directory-store.client.ts';
import { makeS3Store, type S3Bucket } from './s3-store.client.ts';
import { makeSealedFiles } from './sealed-files.client.ts';

/** The uploaded files of this deployment (docs/reference/uploads.md#storage). Throws on an incomplete environment. */
export function openUploadFiles(environment: Environment, cipher: Pick<Cipher, 'seal' | 'open'>): UploadFiles {
  const { PARLEY_UPLOAD_DIR: given, PARLEY_DATA_DIR: dataDir } = environment;
  const bucket = bucketOf(environment);
  const store = bucket
    ? makeS3Store(bucket, { dispatcher: providerAgent(environment.PARLEY_DNS_SERVERS) })
    : makeDirectoryStore(given ?? join(dataDir, 'uploads'));
  return makeSealedFiles(store, cipher);
}

/** The bucket of the environment; null without an endpoint. Throws when it is incomplete. */
function bucketOf(environment: Environment): S3Bucket | null {
  const { PARLEY_UPLOAD_S3_URL: url, PARLEY_UPLOAD_S3_BUCKET: bucket, PARLEY_UPLOAD_S3_REGION: region } = environment;
  const { PARLEY_UPLOAD_S3_KEY_ID: keyId, PARLEY_UPLOAD_S3_SECRET: secret } = environment;
  if (url === undefined) return null;
  if (bucket === undefined || keyId === undefined || secret === undefined)
    throw new Error(
      'PARLEY_UPLOAD_S3_URL needs PARLEY_UPLOAD_S3_BUCKET, PARLEY_UPLOAD_S3_KEY_ID and PARLEY_UPLOAD_S3_SECRET.',
    );
  return { url, bucket, region, keyId, secret };
}
