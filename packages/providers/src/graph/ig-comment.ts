import { isObject, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import type { CommentItem, InboundItem } from '../received/inbound-item.ts';
import { idOf, type PageEntry, unknown } from './page-element.ts';

/** Instagram reports only new comments, without a verb; verbs that some senders add are supported too. */
const CHANGES: Readonly<Record<string, CommentItem['change']>> = {
  add: 'added',
  edit: 'edited',
  edited: 'edited',
  remove: 'removed',
  removed: 'removed',
  delete: 'removed',
  deleted: 'removed',
  hide: 'hidden',
  unhide: 'shown',
};

/** A change of `comments` or `live_comments` (docs/reference/ig.md#comments). */
export function parseInstagramComment(entry: PageEntry, field: string, value: unknown): InboundItem {
  const raw = { id: entry.id, changes: [{ field, value }] };
  if (!isObject(value)) return unknown(entry, `${field} without a value`, raw);
  const verb = textOf(value.verb) ?? 'add';
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  const commentId = idOf(value.id) ?? idOf(value.comment_id);
  const at = entry.at ?? momentOf(value.created_time) ?? entry.receivedAt;
  if (change === undefined || commentId === null || entry.id === null)
    return unknown(entry, 'comment of unknown shape', raw);
  const from = objectOf(value.from);
  const personId = idOf(from.id);
  return {
    kind: 'comment',
    account: { channel: 'ig', externalId: entry.id },
    at,
    change,
    commentId,
    postId: idOf(objectOf(value.media).id),
    parentId: idOf(value.parent_id),
    text: textOf(value.text) ?? '',
    from: personId === null ? null : { id: personId, name: textOf(from.username) },
    isOwn: personId === entry.id || idOf(from.self_ig_scoped_id) !== null,
  };
}
