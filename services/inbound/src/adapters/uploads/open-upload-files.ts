import { join } from 'node:path';
import type { Environment } from '@parley/common/environment';
import type { Cipher } from '@parley/database/encryption';
import type { UploadFiles } from '../../domain/upload.ts';
import { makeDirectoryStore } from './directory-store.ts';
import { makeSealedFiles } from './sealed-files.ts';

/** The uploaded files of this deployment (docs/reference/uploads.md#storage). */
export function openUploadFiles(
  { PARLEY_UPLOAD_DIR: given, PARLEY_DATA_DIR: dataDir }: Environment,
  cipher: Pick<Cipher, 'seal' | 'open'>,
): UploadFiles {
  return makeSealedFiles(makeDirectoryStore(given ?? join(dataDir, 'uploads')), cipher);
}
