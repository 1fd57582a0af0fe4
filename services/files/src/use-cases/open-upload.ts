import type { StreamSource } from '@parley/bus/stream';
import type { openUpload as contract } from '@parley/common/contracts/internal/open-upload';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { kindOfType, SENDABLE_MS } from '@parley/common/upload-rules';
import type { FilesService } from '../service.ts';
import { findUpload, isLeaving } from '../storage/upload-store.ts';

/** Opens a whole file of a tenant for a send (docs/reference/uploads.md#sending). Errors: unknown_upload. */
export async function openUpload(
  { database, uploads, now }: FilesService,
  { tenantId, uploadId }: InputOf<typeof contract>,
): Promise<StreamSource<OutputOf<typeof contract>>> {
  const upload = await findUpload(database, tenantId, uploadId);
  const type = upload?.mimeType == null ? null : kindOfType(upload.mimeType);
  if (!upload?.mimeType || type === null || upload.received < upload.size) throw new AppError('unknown_upload');
  const isOld = upload.createdAt.getTime() + SENDABLE_MS < now().getTime();
  if (isOld && !(await isLeaving(database, tenantId, uploadId))) throw new AppError('unknown_upload');
  const { mimeType, filename, size } = upload;
  return { head: { type, mimeType, filename, size }, body: uploads.read(upload) };
}
