import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { storableText } from '../../text/storable.ts';
import { PROVIDER_ERRORS } from '../send-errors.ts';

/**
 * A file of a message by its signed address: the input of the media stream of services/files
 * (docs/reference/events.md#attachments).
 */
export const OpenMediaInput = z.object({
  attachmentId: storableText(60),
  expires: z.string().regex(/^\d{1,12}$/),
  signature: storableText(100),
  /** Absent: the whole file. */
  size: z.literal('thumbnail').optional(),
  /** The requested bytes, both included; without `start` the last `end` ones. Only a stored file is opened in part. */
  range: z
    .object({
      start: z.int().min(0).nullable(),
      end: z.int().min(0).nullable(),
      /** The entity tag whose bytes are wanted; if the tag differs, the whole file follows. */
      ifRange: storableText(100).optional(),
    })
    .optional(),
});

/** The data that is known before the first byte. */
export const OpenMediaHead = z.object({
  mimeType: z.string(),
  filename: z.string().nullable(),
  /** Number of bytes that follow: measured, or announced by the file's server; never the sender's claim. */
  size: z.int().min(0).nullable(),
});

/** Only of a file that Parley stores: its bytes never change, and it can be read in part. */
const StoredFile = z.object({
  /** Entity tag, with its quotes. */
  etag: z.string(),
  /** Bytes of the whole file. */
  total: z.int().min(0),
  /** The bytes that follow, both included; null: all. */
  range: z.union([z.object({ start: z.int(), end: z.int() }), z.literal('unsatisfiable')]).nullable(),
});

/**
 * Opens a file by its signed address; answered as a stream whose head is the output
 * (docs/reference/events.md#attachments).
 */
export const openMedia = defineInternal({
  service: 'files',
  name: 'open-media',
  input: OpenMediaInput,
  output: OpenMediaHead.extend({
    /** The workspace of the file: the gateway limits the downloads of each. */
    tenantId: z.int(),
    stored: StoredFile.optional(),
  }),
  errors: ['invalid_signature', 'media_gone', 'no_thumbnail', ...PROVIDER_ERRORS],
  deadlineMs: 25_000,
});
