import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { FILE_KINDS } from '../../files/upload-rules.ts';

/** Opens an uploaded file for its tenant; answered as a stream whose head is the output (docs/reference/uploads.md#sending). */
export const openUpload = defineInternal({
  service: 'files',
  name: 'open-upload',
  input: z.object({
    tenantId: z.int(),
    uploadId: z.string().max(60),
    /** The key that names it: it must be that key's upload. Absent: any of the tenant. */
    ownedBy: z.string().max(60).optional(),
  }),
  output: z.object({
    type: z.enum(FILE_KINDS),
    mimeType: z.string(),
    filename: z.string(),
    size: z.int(),
  }),
  errors: ['unknown_upload'],
});
