import { z } from 'zod';
import { UPLOADS } from '../../contract/audit-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { line, Slug } from '../../fields.ts';
import { FILE_KINDS } from '../../files/upload-rules.ts';

/** Bytes of each piece except the last. With base64 and its frame a piece is below NATS's default of 1 MB. */
export const PIECE_BYTES = 512 * 1024;
export const PIECE_BASE64_MAX = Math.ceil(PIECE_BYTES / 3) * 4;
/** Regardless of PARLEY_UPLOAD_MAX_MB: a larger file is not served. */
export const LARGEST_BYTES = 100 * 1024 * 1024;

/** Id of an uploaded file. */
export const UploadId = z.string().regex(/^upl_[0-9a-z]{26}$/, 'must be an upload_id');

/** The known state of a file (docs/reference/uploads.md). */
export const UploadView = z
  .object({
    upload_id: z.string(),
    filename: z.string(),
    size: z.int().describe('Bytes of the whole file'),
    received: z.int().describe('Bytes that are stored; the next piece begins here'),
    type: z.enum(FILE_KINDS).nullable().describe('Detected from the content, once the first piece is stored'),
    mime_type: z.string().nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'Upload' });

/** Announces a file that is uploaded in pieces (docs/reference/uploads.md#pieces). */
export const beginUpload = defineOperator({
  service: 'files',
  name: 'begin-upload',
  method: 'POST',
  path: '/tenants/{slug}/uploads',
  summary: 'Begin to upload a file for an answer in a conversation',
  description:
    'Begins an upload of a file with its name and size, and returns its id. Send the bytes with add-upload-piece, then name the id in an answer. The storage of a tenant is limited: upload_limit_reached.',
  input: z.object({
    slug: Slug,
    filename: line(240).describe('The name that the recipient sees; it does not affect the type'),
    size: z.int().min(1).max(LARGEST_BYTES).describe('Bytes of the file'),
  }),
  successStatus: 201,
  output: UploadView.extend({ piece_bytes: z.int().describe('Bytes of each piece except the last') }),
  errors: ['unknown_tenant', 'upload_limit_reached'],
  audit: { fields: ['slug', 'size'], change: UPLOADS },
});

/** Stores the next piece. A repeated piece changes nothing, so an interrupted upload continues from `received`. */
export const addUploadPiece = defineOperator({
  service: 'files',
  name: 'add-upload-piece',
  method: 'POST',
  path: '/tenants/{slug}/uploads/{upload_id}/pieces',
  summary: 'Store the next piece of a file',
  description:
    'Stores the next piece of a file, in base64. Pieces go in order, and an interrupted upload continues. After the last piece the type is determined from the content.',
  input: z.object({
    slug: Slug,
    upload_id: UploadId,
    offset: z.int().min(0).max(LARGEST_BYTES).describe('The position of the piece in the file'),
    data: z.base64().min(1).max(PIECE_BASE64_MAX).describe('The bytes, in base64'),
  }),
  output: UploadView,
  errors: ['unknown_tenant', 'unknown_upload'],
  deadlineMs: 25_000,
  audit: { fields: ['slug', 'upload_id', 'offset'], change: UPLOADS },
});
