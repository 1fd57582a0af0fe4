import type { Camel } from '@parley/common/casing/camel';
import type { CommentPlatform } from '@parley/common/channels';
import type { ThreadComment } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentState } from '../received/comment.rules.ts';
import type { PrivateAnswer } from '../replies/reply.rules.ts';

/** A stored comment of a thread, by any author. */
export interface CommentInThread extends Omit<CommentState, 'reportedAt' | 'erasedAt' | 'isHidden' | 'visibilityAt'> {
  /** Row number, in decimal digits. */
  id: string;
  accountId: number;
  platform: CommentPlatform;
  /** Outcomes of the private replies to it, newest first. */
  privateAnswers: readonly PrivateAnswer[];
}

/** A successful private reply has opened a conversation of messages. */
const directConversationOf = ({ privateAnswers }: Pick<CommentInThread, 'privateAnswers'>): number | null =>
  privateAnswers.flatMap((answer) => (answer?.ok ? [answer.conversationId] : []))[0] ?? null;

/** A removed comment is shown as removed, without its text. */
export const toThreadComment = (comment: CommentInThread): Camel<ThreadComment> => ({
  commentId: comment.commentId,
  platform: comment.platform,
  postId: comment.postId,
  parentId: comment.parentId,
  text: comment.removedAt === null ? comment.text : '',
  media: comment.removedAt === null ? comment.media : [],
  from: { id: comment.authorId, name: comment.authorName },
  isOwn: comment.isOwn,
  isRemoved: comment.removedAt !== null,
  replied: comment.repliedAt !== null,
  directConversationId: directConversationOf(comment),
  conversationId: comment.conversationId,
  createdAt: comment.createdAt.toISOString(),
  editedAt: comment.editedAt?.toISOString() ?? null,
});

/** Each comment once, newest first. */
export function joinThreads(...groups: readonly (readonly CommentInThread[])[]): CommentInThread[] {
  const byId = new Map(groups.flat().map((comment) => [comment.id, comment]));
  return [...byId.values()].toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || Number(BigInt(b.id) - BigInt(a.id)),
  );
}
