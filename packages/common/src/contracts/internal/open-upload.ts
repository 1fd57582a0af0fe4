import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { FILE_KINDS } from '../../upload-rules.ts';

/** Opens an uploaded file for its tenant; answered as a stream whose head is the output (docs/reference/uploads.md#sending). */
export const openUpload = defineInternal({
  service: 'inbound',
  name: 'open-upload',
  input: z.object({ tenant_id: z.int(), upload_id: z.string().max(60) }),
  output: z.object({
    type: z.enum(FILE_KINDS),
    mime_type: z.string(),
    filename: z.string(),
    size: z.int(),
  }),
  errors: ['unknown_upload'],
});
