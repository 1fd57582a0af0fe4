import { z } from 'zod';

const PATH_MAX = 2048;
/** Pattern of the network's paths: no `@`, backslash, `#`, blank or control character, only ASCII. */
const PATH = /^\/(?!.*\/\/)[\w.~!$&()*+,;=:%/?-]*$/;
const HOST_MAX = 253;
const DOMAIN = '.whatsapp.net';
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Host of the network's files, regardless of the host that a message names. */
export const MEDIA_ORIGIN = 'https://mmg.whatsapp.net';

/** Host of the network's profile pictures. */
export const PICTURE_ORIGIN = 'https://pps.whatsapp.net';

/** Whether uploads may go to this host, which the network itself announces. */
export const isMediaHost = (host: string): boolean =>
  host.length <= HOST_MAX && host.endsWith(DOMAIN) && host.split('.').every((label) => LABEL.test(label));

/**
 * The URL of a file at `origin` with the path that its sender chose; null when that path could lead to another host, or would be
 * normalized to another path.
 */
export function mediaAddress(origin: string, directPath: string): URL | null {
  if (directPath.length > PATH_MAX || !PATH.test(directPath)) return null;
  // The path begins with exactly one slash, so that this never throws.
  const address = new URL(directPath, origin);
  const isExact = address.origin === origin && address.pathname + address.search === directPath;
  return isExact ? address : null;
}

/** Whether a sender's path can be one of the network's own. */
export const isMediaPath = (directPath: string): boolean => mediaAddress(MEDIA_ORIGIN, directPath) !== null;

const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const;

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
