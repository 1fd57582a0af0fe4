import { z } from 'zod';

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Path and keys of a file at the network; encrypted in transit. A sender never chooses the host. */
export const MediaPointer = z.object({
  kind: z.enum(MEDIA_KINDS),
  /** Base64. */
  mediaKey: z.string(),
  /** Null when the sender gave no valid path: the file cannot be opened. */
  directPath: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** SHA-256 of the file, base64. */
  sha256: z.string().nullable(),
  /** SHA-256 of the encrypted file, base64. */
  encSha256: z.string().nullable().default(null),
});
export type MediaPointer = z.infer<typeof MediaPointer>;
