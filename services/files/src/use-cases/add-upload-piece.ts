import { createHash } from 'node:crypto';
import { type addUploadPiece as contract, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { kindOfType, STORED_TYPES } from '@parley/common/upload-rules';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { readFileType } from '../adapters/uploads/read-file-type.ts';
import { decidePiece } from '../domain/decide-upload.ts';
import { showUpload, type Upload } from '../domain/upload.ts';
import type { FilesService } from '../service.ts';
import { addPiece, beginPiece, dropUpload, findUpload } from '../storage/upload-store.ts';

async function find({ database }: FilesService, tenantId: number, id: string): Promise<Upload> {
  const upload = await findUpload(database, tenantId, id);
  if (!upload) throw new AppError('unknown_upload');
  return upload;
}

/** The answer to a piece that could not be claimed. */
async function answerUnclaimed(service: FilesService, upload: Upload): Promise<OutputOf<typeof contract>> {
  const left = await find(service, upload.tenantId, upload.id);
  if (left.received > upload.received) return showUpload(left);
  throw invalidField('data', 'data differs from the piece that is being stored at this offset.');
}

/** The type of the whole file, by its content. Errors: invalid_data, and the file is dropped. */
async function detectType({ database }: FilesService, upload: Upload, firstPiece: Uint8Array): Promise<string> {
  const type = await readFileType(firstPiece);
  if (type !== null && kindOfType(type) !== null) return type;
  await dropUpload(database, upload);
  throw invalidField('data', `data is of no type that is taken: ${STORED_TYPES.join(', ')}.`);
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
 * Stores the next piece of a file; it is durable before it is acknowledged (docs/reference/uploads.md#pieces). Errors:
 * unknown_tenant, unknown_upload.
 */
export async function addUploadPiece(
  service: FilesService,
  { slug, uploadId, offset, data }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database, uploads, now } = service;
  const upload = await find(service, await tenantOfSlug(database, slug), uploadId);
  const bytes = Buffer.from(data, 'base64');
  const decision = decidePiece(upload, { offset, length: bytes.length });
  if (decision === 'skip') return showUpload(upload);
  if (decision === 'wrong_length')
    throw invalidField('data', `data must have ${Math.min(PIECE_BYTES, upload.size - offset)} bytes.`);
  const digest = createHash('sha256').update(bytes).digest();
  if (!(await beginPiece(database, upload, digest, now()))) return answerUnclaimed(service, upload);
  const mimeType = upload.mimeType ?? (await detectType(service, upload, bytes));
  await putPiece(service, upload, bytes);
  const grown = { ...upload, mimeType, received: offset + bytes.length };
  if (await addPiece(database, grown, offset)) return showUpload(grown);
  const left = await findUpload(database, upload.tenantId, upload.id);
  if (left) return showUpload(left);
  // Removed while the piece was written. After a very long write the sweep has already run.
  await uploads.remove(upload);
  throw new AppError('unknown_upload');
}
