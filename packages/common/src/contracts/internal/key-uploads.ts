import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';
import { upload } from '../messages/upload.ts';
import { LARGEST_BYTES, PIECE_BASE64_MAX, UploadId } from '../operator/uploads.ts';

/** Where the bytes were in the request, for errors about them. */
const UploadField = z.enum(['data', 'file', 'body']);
const Offset = z.int().min(0).max(LARGEST_BYTES);

/**
 * Announces a file that a key uploads, whose size may be unknown (docs/reference/uploads.md#with-an-api-key). The
 * Idempotency-Key is that of the context; its body hash is not known yet.
 */
export const beginKeyUpload = defineInternal({
  service: 'files',
  name: 'begin-key-upload',
  input: z.object({
    /** Bytes that the file has at least. */
    atLeast: z.int().min(0),
    /** Null: unknown. */
    atMost: z.int().min(1).nullable(),
  }),
  output: z.object({
    /** Null: the Idempotency-Key has a file already, so nothing is stored. */
    uploadId: UploadId.nullable(),
    maxBytes: z.int(),
  }),
  errors: ['upload_limit_reached', 'rate_limited', 'payload_too_large'],
});

/** Stores the next piece; all but the last have PIECE_BYTES. */
export const addKeyUploadPiece = defineInternal({
  service: 'files',
  name: 'add-key-upload-piece',
  input: z.object({
    uploadId: UploadId,
    offset: Offset,
    data: z.string().min(1).max(PIECE_BASE64_MAX),
    field: UploadField,
  }),
  output: z.object({}),
  errors: ['unknown_upload'],
  deadlineMs: 25_000,
});

/** Completes the file, which can be sent from then on. For an Idempotency-Key, only the first file is kept. */
export const finishKeyUpload = defineInternal({
  service: 'files',
  name: 'finish-key-upload',
  input: z.object({
    uploadId: UploadId.nullable(),
    size: Offset,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    name: BusText.nullable(),
  }),
  output: upload.output,
  errors: ['unknown_upload', 'idempotency_mismatch'],
});

/** Removes an unfinished file at once. */
export const dropKeyUpload = defineInternal({
  service: 'files',
  name: 'drop-key-upload',
  input: z.object({ uploadId: UploadId }),
  output: z.object({}),
  errors: [],
});
