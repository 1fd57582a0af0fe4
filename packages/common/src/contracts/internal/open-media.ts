import { z } from 'zod';

/** A file of a message by its signed address: the input of the media stream that services/inbound answers (contract §6). */
export const OpenMediaInput = z.object({
  attachment_id: z.string().max(60),
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(100),
});

/** What is known before the first byte. */
export const OpenMediaHead = z.object({
  mime_type: z.string(),
  filename: z.string().nullable(),
  size: z.number().nullable(),
});
