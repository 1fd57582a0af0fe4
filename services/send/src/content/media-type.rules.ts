import { invalidField } from '@parley/common/errors';
import { FILE_KINDS, type FileKind } from '@parley/common/messages/capabilities';

const MIME_KINDS = ['image', 'video', 'audio'] as const;
const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  gif: 'image',
  mp4: 'video',
  '3gp': 'video',
  mov: 'video',
  webm: 'video',
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  opus: 'audio',
  aac: 'audio',
  amr: 'audio',
  wav: 'audio',
  pdf: 'document',
  doc: 'document',
  docx: 'document',
  xls: 'document',
  xlsx: 'document',
  ppt: 'document',
  pptx: 'document',
  txt: 'document',
  csv: 'document',
  zip: 'document',
  json: 'document',
  xml: 'document',
};
const MIME = /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/;

/** image/png → image; every type without a kind of its own is a document. */
export const kindOfMime = (mime: string): FileKind =>
  MIME_KINDS.find((kind) => mime.toLowerCase().startsWith(`${kind}/`)) ?? 'document';

/**
 * Voice notes and stickers, which only the request can distinguish from other files; null: another kind, or no hint.
 */
export const chosenKind = (mediaType?: string): 'voice' | 'sticker' | null =>
  (['voice', 'sticker'] as const).find((kind) => kind === mediaType?.trim().toLowerCase()) ?? null;

/** Parses the hint of the request: a kind, or a MIME type. Throws `invalid_media_type`. */
export function readHint(hint: string): FileKind {
  const kind = FILE_KINDS.find((known) => known === hint.trim().toLowerCase());
  if (kind) return kind;
  if (MIME.test(hint.trim())) return kindOfMime(hint.trim());
  throw invalidField(
    'media_type',
    'media_type must be image, video, audio, voice, sticker, document or a MIME type such as image/png.',
  );
}

/** The last part of the URL's path as a file name. */
export function filenameOf(url: URL): string | null {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 240) || null;
  } catch {
    return last.slice(0, 240) || null;
  }
}

/** The kind by the extension of the URL, or null when it is unknown. */
export function kindOfExtension(url: URL): FileKind | null {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}
