import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { addKeyUploadPiece as contract } from '@parley/common/contracts/internal/key-uploads';
import { AppError } from '@parley/common/errors';
import type { FilesService } from '../service.ts';
import { isComplete, isNextPiece } from './upload.rules.ts';
import { findKnownUpload, storePiece } from './upload.steps.ts';

/** Stores the next piece of a key's file; it is durable before it is acknowledged. Errors: invalid_<field>, unknown_upload. */
export const addKeyUploadPiece = verb(
  contract,
  async (service: FilesService, { uploadId, offset, data, field }, context) => {
    const { tenantId, instanceId } = callerOf(context);
    const upload = await findKnownUpload(service, tenantId, uploadId);
    const bytes = Buffer.from(data, 'base64');
    const isNext = isNextPiece(upload, { offset, length: bytes.length });
    if (upload.instanceId !== instanceId || isComplete(upload) || !isNext) throw new AppError('unknown_upload');
    await storePiece(service, upload, { bytes, field });
    return {};
  },
);
