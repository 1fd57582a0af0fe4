import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { CommentAccount, StoredComment } from './comment.rules.ts';
import type { CommentState } from './comment-state.rules.ts';

type Named = Pick<StoredComment, 'platform' | 'commentId' | 'postId' | 'parentId' | 'conversationId' | 'account'>;
type Content = Pick<StoredComment, 'text' | 'media' | 'authorId' | 'authorName'>;

const nameOf = ({ platform, commentId, postId, parentId, conversationId, account }: Named) => ({
  platform,
  comment_id: commentId,
  post_id: postId,
  parent_id: parentId,
  conversation_id: conversationId,
  account: { id: account.externalId, number: null, label: account.name },
});

const contentOf = ({ text, media, authorId, authorName }: Content) => ({
  text,
  ...(media.length > 0 ? { media } : {}),
  from: { id: authorId, name: authorName },
});

/** The event of a new comment (docs/reference/comments.md#incoming-comments). */
export const commentReceived = (tenantId: number, comment: StoredComment): NewEvent<'comment.received'> => ({
  type: 'comment.received',
  tenantId,
  channel: comment.platform,
  conversationId: comment.conversationId,
  createdAt: comment.createdAt,
  data: { ...nameOf(comment), ...contentOf(comment), created_at: comment.createdAt.toISOString() },
});

const hasSameContent = (a: CommentState, b: CommentState): boolean =>
  a.text === b.text && JSON.stringify(a.media) === JSON.stringify(b.media);

/** `comment.updated` or `comment.deleted` of a comment that was reported (docs/reference/events.md#commentupdated). */
export function commentAltered(
  account: CommentAccount,
  { before, after }: { before: CommentState | null; after: CommentState },
  now: Date,
): NewEvent<'comment.updated' | 'comment.deleted'>[] {
  const { conversationId, removedAt, editedAt, visibilityAt } = after;
  if (!before || before.reportedAt === null || before.removedAt !== null || conversationId === null) return [];
  const { tenantId, channel: platform } = account;
  const event = { tenantId, channel: platform, conversationId, createdAt: now };
  const named = nameOf({ ...after, platform, conversationId, account });
  if (removedAt !== null)
    return [{ ...event, type: 'comment.deleted', data: { ...named, deleted_at: removedAt.toISOString() } }];
  const changedAt = [
    ...(hasSameContent(before, after) ? [] : [editedAt]),
    ...(before.isHidden === after.isHidden ? [] : [visibilityAt]),
  ].flatMap((at) => at?.getTime() ?? []);
  if (changedAt.length === 0) return [];
  const updatedAt = new Date(Math.max(...changedAt));
  const data = { ...named, ...contentOf(after), hidden: after.isHidden, updated_at: updatedAt.toISOString() };
  return [{ ...event, type: 'comment.updated', data }];
}
