import type { StreamSource } from '@parley/bus/stream';
import type { openUpload } from '@parley/common/contracts/internal/open-upload';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { kindOfType, SENDABLE_MS } from '@parley/common/upload-rules';
import type { Upload, UploadFiles } from '../domain/upload.ts';

export interface OpenUploadDeps {
  find(tenantId: number, id: string): Promise<Upload | null>;
  files: Pick<UploadFiles, 'read'>;
  now(): Date;
}

/** Opens a whole file of a tenant for a send (docs/reference/uploads.md#sending). Errors: unknown_upload. */
export function makeOpenUpload({ find, files, now }: OpenUploadDeps) {
  return async (input: InputOf<typeof openUpload>): Promise<StreamSource<OutputOf<typeof openUpload>>> => {
    const upload = await find(input.tenantId, input.uploadId);
    const type = upload?.mimeType == null ? null : kindOfType(upload.mimeType);
    if (!upload?.mimeType || type === null || upload.received < upload.size) throw new AppError('unknown_upload');
    if (upload.createdAt.getTime() + SENDABLE_MS < now().getTime()) throw new AppError('unknown_upload');
    const { mimeType: mime_type, filename, size } = upload;
    return { head: { type, mimeType: mime_type, filename, size }, body: files.read(upload) };
  };
}
