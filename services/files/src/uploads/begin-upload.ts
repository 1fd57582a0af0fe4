import { verb } from '@parley/bus/verb';
import { beginUpload as contract, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { FilesService } from '../service.ts';
import { decideUpload, showUpload, tidyName } from './upload.rules.ts';
import { limitsOf, reserveUpload } from './upload.steps.ts';

/** Announces a file that is uploaded in pieces. Errors: unknown_tenant, upload_limit_reached. */
export const beginUpload = verb(contract, async (service: FilesService, { slug, filename, size }) => {
  const tenantId = await tenantOfSlug(service.database, slug);
  const limits = limitsOf(service);
  const given = { tenantId, instanceId: null, filename: tidyName(filename), size };
  const upload = await reserveUpload(service, given, (soFar) => {
    const refusal = decideUpload(size, soFar, limits);
    if (refusal === 'too_large') throw invalidField('size', `size must be at most ${limits.maxBytes} bytes.`);
    if (refusal === 'limit_reached') throw new AppError('upload_limit_reached');
  });
  return { ...showUpload(upload), pieceBytes: PIECE_BYTES };
});
