import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { StoredComment } from './comment.ts';

/** The data of `comment.received` (docs/reference/events.md#commentreceived). */
const toCommentData = (comment: StoredComment) => ({
  platform: comment.platform,
  comment_id: comment.commentId,
  post_id: comment.postId,
  parent_id: comment.parentId,
  text: comment.text,
  ...(comment.media.length > 0 ? { media: comment.media } : {}),
  from: { id: comment.authorId, name: comment.authorName },
  conversation_id: comment.conversationId,
  account: { id: comment.account.externalId, number: null, label: comment.account.name },
  created_at: comment.createdAt.toISOString(),
});

/** The event of a new comment (docs/reference/comments.md#incoming-comments). */
export const commentReceived = (tenantId: number, comment: StoredComment): NewEvent<'comment.received'> => ({
  type: 'comment.received',
  tenantId,
  channel: comment.platform,
  conversationId: comment.conversationId,
  createdAt: comment.createdAt,
  data: toCommentData(comment),
});
