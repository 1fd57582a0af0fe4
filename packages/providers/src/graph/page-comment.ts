import { COMMENT_MEDIA_MAX, CommentMedia } from '@parley/common/events';
import { isObject, type JsonObject, listOf, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import type { CommentItem, InboundItem } from '../received/inbound-item.ts';
import { idOf, ignored, type PageEntry, unknown } from './page-element.ts';

const CHANGES: Readonly<Record<string, CommentItem['change']>> = {
  add: 'added',
  edited: 'edited',
  edit: 'edited',
  update: 'edited',
  remove: 'removed',
  delete: 'removed',
  hide: 'hidden',
  unhide: 'shown',
};

/** The same object has ids with different first parts: only the last part identifies it (docs/reference/fb.md#comments). */
const lastPart = (id: string): string => id.slice(id.lastIndexOf('_') + 1);

/** The images and videos of a comment; those without a web address are left out. */
function mediaOf({ photo, photos, video }: JsonObject): Pick<CommentItem, 'media'> {
  const pictures = [photo, ...listOf(photos)].map((url) => ({ type: 'image', url }));
  const media = [...pictures, { type: 'video', url: video }].flatMap((given) => {
    const { data } = CommentMedia.safeParse(given);
    return data ? [data] : [];
  });
  return media.length > 0 ? { media: media.slice(0, COMMENT_MEDIA_MAX) } : {};
}

/**
 * Reads a `feed` change of a page: comments; posts, likes and others are ignored (docs/reference/fb.md#comments).
 */
export function parseFeed(entry: PageEntry, value: unknown): InboundItem {
  const raw = { id: entry.id, changes: [{ field: 'feed', value }] };
  const item = isObject(value) ? textOf(value.item) : null;
  if (!isObject(value) || item === null) return unknown(entry, 'feed without an item', raw);
  if (item !== 'comment') return ignored(`feed: ${item}`);
  const verb = textOf(value.verb) ?? '';
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  const commentId = idOf(value.comment_id);
  // The creation time does not change when a comment is edited or removed.
  const createdAt = momentOf(value.created_time);
  const at =
    change === 'added' ? (createdAt ?? entry.at ?? entry.receivedAt) : (entry.at ?? createdAt ?? entry.receivedAt);
  if (change === undefined || commentId === null || entry.id === null)
    return unknown(entry, 'comment of unknown shape', raw);
  const postId = idOf(value.post_id) ?? idOf(objectOf(value.post).id);
  const parentId = idOf(value.parent_id);
  const isTop = parentId !== null && postId !== null && lastPart(parentId) === lastPart(postId);
  const personId = idOf(objectOf(value.from).id) ?? idOf(value.sender_id);
  return {
    kind: 'comment',
    account: { channel: 'fb', externalId: entry.id },
    at,
    change,
    commentId,
    postId,
    parentId: isTop ? null : parentId,
    text: textOf(value.message) ?? '',
    ...mediaOf(value),
    from:
      personId === null ? null : { id: personId, name: textOf(objectOf(value.from).name) ?? textOf(value.sender_name) },
    isOwn: personId === entry.id,
  };
}
