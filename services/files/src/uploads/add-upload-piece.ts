import { verb } from '@parley/bus/verb';
import { addUploadPiece as contract, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { FilesService } from '../service.ts';
import { decidePiece, showUpload } from './upload.rules.ts';
import { findKnownUpload, storePiece } from './upload.steps.ts';

/**
 * Stores the next piece of a file; it is durable before it is acknowledged (docs/reference/uploads.md#pieces). Errors:
 * unknown_tenant, unknown_upload.
 */
export const addUploadPiece = verb(contract, async (service: FilesService, { slug, uploadId, offset, data }) => {
  const upload = await findKnownUpload(service, await tenantOfSlug(service.database, slug), uploadId);
  if (upload.instanceId !== null) throw new AppError('unknown_upload');
  const bytes = Buffer.from(data, 'base64');
  const decision = decidePiece(upload, { offset, length: bytes.length });
  if (decision === 'skip') return showUpload(upload);
  if (decision === 'wrong_length')
    throw invalidField('data', `data must have ${Math.min(PIECE_BYTES, upload.size - offset)} bytes.`);
  return showUpload(await storePiece(service, upload, { bytes, field: 'data' }));
});
