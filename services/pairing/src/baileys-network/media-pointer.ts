import { z } from 'zod';

export const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** Where a file lies at the network, and what opens it; travels sealed. Its host is never a sender's choice. */
export const MediaPointer = z.object({
  kind: z.enum(MEDIA_KINDS),
  /** Base64. */
  mediaKey: z.string(),
  /** Null where the sender named none that the network can have: the file is gone. */
  directPath: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** SHA-256 of the file, base64. */
  sha256: z.string().nullable(),
  /** SHA-256 of the file as it lies at the network, base64. */
  encSha256: z.string().nullable().default(null),
});
export type MediaPointer = z.infer<typeof MediaPointer>;
