import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { beginKeyUpload as contract } from '@parley/common/contracts/internal/key-uploads';
import { AppError } from '@parley/common/errors';
import { keptSince } from '@parley/messaging/idempotency/idempotency-rules';
import type { FilesService } from '../service.ts';
import { decideUpload, hasTooMany, reserveBytes, UNNAMED } from './upload.rules.ts';
import { limitsOf, reserveUpload } from './upload.steps.ts';
import { findRepeated } from './upload.store.ts';

/**
 * Announces a file of a key, whose size may be unknown: the space of the largest file is reserved then. A repeat of an
 * upload that is complete stores nothing. Errors: payload_too_large, upload_limit_reached, rate_limited.
 */
export const beginKeyUpload = verb(contract, async (service: FilesService, input, context) => {
  const { database, now } = service;
  const { tenantId, instanceId } = callerOf(context);
  const limits = limitsOf(service);
  const size = reserveBytes(input, limits);
  if (size === null)
    throw new AppError('payload_too_large', { message: `The file is larger than ${limits.maxBytes} bytes.` });
  const idempotencyKey = context.idempotency?.key;
  if (idempotencyKey !== undefined) {
    const keyed = { tenantId, instanceId, idempotencyKey };
    if (await findRepeated(database, keyed, keptSince(now()))) return { uploadId: null, maxBytes: size };
  }
  const upload = await reserveUpload(service, { tenantId, instanceId, filename: UNNAMED, size }, (soFar) => {
    if (hasTooMany(soFar))
      throw new AppError('rate_limited', { message: 'Too many uploads of this key are unfinished.', retry_after: 1 });
    if (decideUpload(size, soFar, limits)) throw new AppError('upload_limit_reached');
  });
  return { uploadId: upload.id, maxBytes: size };
});
