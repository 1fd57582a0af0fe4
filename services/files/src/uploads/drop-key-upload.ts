import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { dropKeyUpload as contract } from '@parley/common/contracts/internal/key-uploads';
import type { FilesService } from '../service.ts';
import { dropUploadNow } from './upload.steps.ts';
import { findUnfinished } from './upload.store.ts';

/** Removes an unfinished upload of a key; one that is complete stays. */
export const dropKeyUpload = verb(contract, async (service: FilesService, { uploadId }, context) => {
  const { tenantId, instanceId } = callerOf(context);
  const upload = await findUnfinished(service.database, { tenantId, instanceId, id: uploadId });
  if (upload) await dropUploadNow(service, upload);
  return {};
});
