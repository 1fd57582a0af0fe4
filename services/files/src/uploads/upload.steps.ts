import { createHash } from 'node:crypto';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError, invalidField } from '@parley/common/errors';
import { kindOfType, MB, STORED_TYPES } from '@parley/common/files/upload-rules';
import { makeId } from '@parley/common/ids';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import type { FilesService } from '../service.ts';
import type { Upload, UploadedSoFar, UploadLimits, UploadRef } from './upload.rules.ts';
import {
  addPiece,
  beginPiece,
  dropUpload,
  findUpload,
  forgetIdle,
  insertUpload,
  rejectUpload,
  sumUploads,
} from './upload.store.ts';

/** The limits of the deployment in bytes. */
export const limitsOf = ({ environment }: Pick<FilesService, 'environment'>): UploadLimits => ({
  maxBytes: environment.PARLEY_UPLOAD_MAX_MB * MB,
  tenantBytes: environment.PARLEY_UPLOAD_TENANT_MB * MB,
});

/**
 * Reserves space for a file of which nothing is stored yet, unless `check` throws. The tenant is locked from the sum to
 * the commit, so that two uploads cannot both take the last free space.
 */
export async function reserveUpload(
  { database, now }: FilesService,
  given: Pick<Upload, 'tenantId' | 'instanceId' | 'filename' | 'size'>,
  check: (soFar: UploadedSoFar) => void,
): Promise<Upload> {
  const upload: Upload = { ...given, id: makeId('upl'), received: 0, mimeType: null, digest: null, createdAt: now() };
  await database.prismaTransaction(async ({ prisma, sql }) => {
    await lockTenant(sql, upload.tenantId);
    check(await sumUploads(sql, upload, upload.createdAt));
    await insertUpload(prisma, upload);
  });
  return upload;
}

/** The upload of a tenant. Errors: unknown_upload. */
export async function findKnownUpload({ database }: FilesService, tenantId: number, id: string): Promise<Upload> {
  const upload = await findUpload(database, tenantId, id);
  if (!upload) throw new AppError('unknown_upload');
  return upload;
}

/** The upload, of which a piece could not be claimed. */
async function findUnclaimed(service: FilesService, upload: Upload, field: string): Promise<Upload> {
  const left = await findKnownUpload(service, upload.tenantId, upload.id);
  if (left.received > upload.received) return left;
  throw invalidField(field, `${field} differs from the piece that is being stored at this offset.`);
}

/** The type of the whole file, by its content. Errors: invalid_<field>, and the file is dropped. */
async function detectType(
  { database }: FilesService,
  upload: Upload,
  firstPiece: Uint8Array,
  field: string,
): Promise<string> {
  const type = await readFileType(firstPiece);
  if (type !== null && kindOfType(type) !== null) return type;
  await rejectUpload(database, upload);
  throw invalidField(field, `${field} is of no type that is taken: ${STORED_TYPES.join(', ')}.`);
}

async function putPiece({ database, uploads }: FilesService, upload: Upload, bytes: Uint8Array): Promise<void> {
  try {
    await uploads.putPiece(upload, upload.received / PIECE_BYTES, bytes);
  } catch (error) {
    // A removal may delete the directory during the write.
    if (await findUpload(database, upload.tenantId, upload.id)) throw error;
    throw new AppError('unknown_upload');
  }
}

/**
 * Stores the bytes that follow those received; they are durable when it returns the upload as it is then. `field` names
 * the bytes in errors: invalid_<field>, unknown_upload.
 */
export async function storePiece(
  service: FilesService,
  upload: Upload,
  { bytes, field }: { bytes: Uint8Array; field: string },
): Promise<Upload> {
  const { database, uploads, now } = service;
  const digest = createHash('sha256').update(bytes).digest();
  if (!(await beginPiece(database, upload, digest, now()))) return findUnclaimed(service, upload, field);
  const mimeType = upload.mimeType ?? (await detectType(service, upload, bytes, field));
  await putPiece(service, upload, bytes);
  const grown = { ...upload, mimeType, received: upload.received + bytes.length };
  if (await addPiece(database, grown, upload.received)) return grown;
  const left = await findUpload(database, upload.tenantId, upload.id);
  if (left) return left;
  // Removed while the piece was written. After a very long write the sweep has already run.
  await uploads.remove(upload);
  throw new AppError('unknown_upload');
}

/** Aliases of types. */
const SAME: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' };

/**
 * The type of a file by the content of its first piece; null when it is not recognized. The sender's claim is ignored.
 */
export async function readFileType(firstPiece: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  // A truncated or inconsistent file has no type.
  const found = await fileTypeFromBuffer(firstPiece).catch(() => undefined);
  const type = found?.mime.split(';', 1)[0] ?? null;
  return type === null ? null : (SAME[type] ?? type);
}

/** Removes an upload now, unless a piece of it may still be written: then the sweep removes it. */
export async function dropUploadNow({ database, uploads }: FilesService, upload: UploadRef): Promise<void> {
  await dropUpload(database, upload);
  await uploads.remove(upload);
  await forgetIdle(database, upload);
}
