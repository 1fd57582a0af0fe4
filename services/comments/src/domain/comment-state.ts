import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { authorOf } from './comment.ts';

/** A comment as it is stored. One that was only edited, removed or answered so far waits for its own change. */
export interface CommentState {
  commentId: string;
  postId: string;
  parentId: string | null;
  text: string;
  authorId: string;
  authorName: string;
  isOwn: boolean;
  conversationId: number | null;
  createdAt: Date;
  toldAt: Date | null;
  editedAt: Date | null;
  removedAt: Date | null;
  repliedAt: Date | null;
  erasedAt: Date | null;
}

const waitingSince = (commentId: string, at: Date): CommentState => ({
  commentId,
  postId: '',
  parentId: null,
  text: '',
  authorId: '',
  authorName: '',
  isOwn: false,
  conversationId: null,
  createdAt: at,
  toldAt: null,
  editedAt: null,
  removedAt: null,
  repliedAt: null,
  erasedAt: null,
});

const isWaiting = ({ toldAt, conversationId, isOwn, erasedAt }: CommentState): boolean =>
  toldAt === null && conversationId === null && !isOwn && erasedAt === null;

/**
 * A comment that was written; an own one has no conversation. Told where it is new: not again, not an own one, and not one
 * that was removed before it came. What was edited before it came keeps the younger text.
 */
export function commentAfterAdded(
  before: CommentState | null,
  change: CommentChange,
  conversationId: number | null,
  now: Date,
): CommentState {
  if (before && !isWaiting(before)) return before;
  const at = new Date(change.at);
  const waiting = before ?? waitingSince(change.comment_id, at);
  const author = authorOf(change);
  const isOwn = conversationId === null;
  return {
    ...waiting,
    commentId: change.comment_id,
    postId: change.post_id ?? '',
    parentId: change.parent_id,
    text: waiting.editedAt === null ? change.text : waiting.text,
    authorId: author.id,
    authorName: author.name,
    isOwn,
    conversationId,
    createdAt: at,
    toldAt: isOwn || waiting.removedAt !== null ? null : now,
  };
}

/** A comment that was edited or removed. Of two edits the younger stands; the first removal counts. */
export function commentAfterAltered(before: CommentState | null, change: CommentChange): CommentState {
  if (before && before.erasedAt !== null) return before;
  const at = new Date(change.at);
  const isRemoved = change.change === 'removed';
  if (!before)
    return {
      ...waitingSince(change.comment_id, at),
      postId: change.post_id ?? '',
      parentId: change.parent_id,
      text: change.text,
      ...(isRemoved ? { removedAt: at } : { editedAt: at }),
    };
  if (isRemoved) return { ...before, removedAt: before.removedAt ?? at };
  const isOlder = before.editedAt !== null && before.editedAt.getTime() > at.getTime();
  return isOlder ? before : { ...before, text: change.text, editedAt: at };
}

/** Somebody of the account answered this comment; the first answer counts. */
export function commentAfterReplied(
  before: CommentState | null,
  { commentId, postId, at }: { commentId: string; postId: string | null; at: Date },
): CommentState {
  if (!before) return { ...waitingSince(commentId, at), postId: postId ?? '', repliedAt: at };
  return before.repliedAt === null ? { ...before, repliedAt: at } : before;
}
