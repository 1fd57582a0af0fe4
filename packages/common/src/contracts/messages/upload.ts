import { z } from 'zod';
import { UPLOADS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, line, text } from '../../fields.ts';
import { FILE_KINDS } from '../../files/upload-rules.ts';
import { UploadId } from '../operator/uploads.ts';

/** Bytes of a file in base64; a larger one is sent as it is. */
export const BASE64_FILE_BYTES = 16 * 1024 * 1024;
/** With line breaks, and the head of a data: URL. */
const DATA_MAX = 23 * 1024 * 1024;

export const UploadName = line(240)
  .optional()
  .describe('Name of the file, as the recipient sees it; it does not affect the type');

/** Upload the bytes of a file, to send it with its upload_id (docs/reference/uploads.md#with-an-api-key). */
export const upload = defineAction({
  service: 'files',
  name: 'upload',
  method: 'POST',
  tag: 'files',
  sdk: 'files.upload',
  mcp: 'adds',
  reference: 'docs/reference/uploads.md#with-an-api-key',
  summary: 'Upload a file',
  description:
    'Stores the bytes of a file and returns an `upload_id`, which `send` takes in place of `media_url` for 7 days. The body is the file itself with any Content-Type except JSON (`?name=` names it), a form with one part `file`, or JSON with base64 for at most 16 MiB. The bytes decide the type. Only the key that uploaded a file can send it.',
  input: z.object({
    data: text(DATA_MAX).describe('The bytes in base64, also as a data: URL; at most 16 MiB'),
    name: UploadName,
  }),
  output: z.object({
    ok: z.literal(true),
    upload_id: UploadId,
    name: z.string(),
    type: z.enum(FILE_KINDS).describe('Detected from the content'),
    mime_type: z.string(),
    size: z.int().describe('Bytes'),
    expires_at: Instant.describe('The end of the time in which it can be sent'),
  }),
  errors: ['upload_limit_reached', 'idempotency_mismatch'],
  takesBytes: true,
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { data: 'JVBERi0xLjQKJSBlbXB0eQo=', name: 'invoice.pdf' },
    answer: {
      ok: true,
      upload_id: 'upl_01k0a2b3c4d5e6f7g8h9j0kmnp',
      name: 'invoice.pdf',
      type: 'document',
      mime_type: 'application/pdf',
      size: 17,
      expires_at: '2026-03-08T10:00:00.000Z',
    },
  },
  audit: { fields: ['size', 'mime_type'], change: UPLOADS },
});
