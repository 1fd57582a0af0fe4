import { at } from '@parley/common/at';
import type { Message } from '../../conversation/conversation.ts';

type Attachment = Message['attachments'][number];

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Kinds that every browser renders without executing anything. A picture of an unknown kind is tried; the server sends
 * no script inline.
 */
export const isPicture = ({ type, mime_type: mimeType }: Pick<Attachment, 'type' | 'mime_type'>): boolean =>
  (type === 'image' || type === 'sticker') &&
  (mimeType === null || PICTURES.has(at(mimeType.split(';'), 0).trim().toLowerCase()));

const PLAYED = /^(video)\/(?:mp4|webm|quicktime|3gpp)$|^(audio)\/(?:mpeg|mp4|aac|ogg|wav|x-wav|webm|amr|x-m4a)$/;

/** Whether a browser plays the file; one that cannot play it after all still offers the download. */
export function playedAs({ mime_type: mimeType }: Pick<Attachment, 'mime_type'>): 'video' | 'audio' | null {
  const found = PLAYED.exec(
    at((mimeType ?? '').split(';'), 0)
      .trim()
      .toLowerCase(),
  );
  if (!found) return null;
  return found[1] === 'video' ? 'video' : 'audio';
}

/** The address at this origin, whatever public origin it was signed for; null if there is none. */
export function pathOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/media/') ? `${pathname}${search}` : null;
}
