import { streamVerb } from '@parley/bus/verb';
import { openUpload as contract } from '@parley/common/contracts/internal/open-upload';
import { AppError } from '@parley/common/errors';
import { kindOfType, SENDABLE_MS } from '@parley/common/files/upload-rules';
import type { FilesService } from '../service.ts';
import { isComplete } from './upload.rules.ts';
import { findUpload, isLeaving } from './upload.store.ts';

/** Opens a whole file of a tenant for a send (docs/reference/uploads.md#sending). Errors: unknown_upload. */
export const openUpload = streamVerb(
  contract,
  async ({ database, uploads, now }: FilesService, { tenantId, uploadId, ownedBy }) => {
    const upload = await findUpload(database, tenantId, uploadId);
    const type = upload?.mimeType == null ? null : kindOfType(upload.mimeType);
    if (!upload?.mimeType || type === null || !isComplete(upload)) throw new AppError('unknown_upload');
    if (ownedBy !== undefined && upload.instanceId !== ownedBy) throw new AppError('unknown_upload');
    const isOld = upload.createdAt.getTime() + SENDABLE_MS < now().getTime();
    if (isOld && !(await isLeaving(database, tenantId, uploadId))) throw new AppError('unknown_upload');
    const { mimeType, filename, size } = upload;
    return { head: { type, mimeType, filename, size }, body: uploads.read(upload) };
  },
);
