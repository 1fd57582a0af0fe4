import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { PROVIDER_ERRORS } from '../send-errors.ts';

/**
 * A file of a message by its signed address: the input of the media stream of services/files
 * (docs/reference/events.md#attachments).
 */
export const OpenMediaInput = z.object({
  attachmentId: z.string().max(60),
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(100),
  /** Absent: the whole file. */
  size: z.literal('thumbnail').optional(),
});

/** The data that is known before the first byte. */
export const OpenMediaHead = z.object({
  mimeType: z.string(),
  filename: z.string().nullable(),
  /** Number of bytes that follow: measured, or announced by the file's server; never the sender's claim. */
  size: z.int().min(0).nullable(),
});

/**
 * Opens a file by its signed address; answered as a stream whose head is the output
 * (docs/reference/events.md#attachments).
 */
export const openMedia = defineInternal({
  service: 'files',
  name: 'open-media',
  input: OpenMediaInput,
  output: OpenMediaHead,
  errors: ['invalid_signature', 'media_gone', 'no_thumbnail', ...PROVIDER_ERRORS],
  deadlineMs: 25_000,
});
