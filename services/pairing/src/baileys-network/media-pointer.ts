import { z } from 'zod';

/** Where a file lies at the network, and what opens it; travels sealed. */
export const MediaPointer = z.object({
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mediaKey: z.string(),
  directPath: z.string().nullable(),
  url: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** SHA-256 of the file, base64. */
  sha256: z.string().nullable(),
  size: z.number().nullable(),
});
export type MediaPointer = z.infer<typeof MediaPointer>;
