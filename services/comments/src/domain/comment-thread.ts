import type { CommentPlatform } from '@parley/common/channels';
import type { ThreadComment } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentState } from './comment-state.ts';
import type { PrivateAnswer } from './reply-intent.ts';

/** A comment of a thread as it is stored, whoever wrote it. */
export interface CommentInThread extends Omit<CommentState, 'reportedAt' | 'erasedAt'> {
  /** Row number, in decimal digits. */
  id: string;
  accountId: number;
  platform: CommentPlatform;
  /** What became of the private replies to it, newest first. */
  privateAnswers: readonly PrivateAnswer[];
}

/** A private reply that arrived has opened a conversation of messages. */
const directConversationOf = ({ privateAnswers }: Pick<CommentInThread, 'privateAnswers'>): number | null =>
  privateAnswers.flatMap((answer) => (answer?.ok ? [answer.conversation_id] : []))[0] ?? null;

/** What was removed is shown as that, without its text. */
export const toThreadComment = (comment: CommentInThread): ThreadComment => ({
  comment_id: comment.commentId,
  platform: comment.platform,
  post_id: comment.postId,
  parent_id: comment.parentId,
  text: comment.removedAt === null ? comment.text : '',
  from: { id: comment.authorId, name: comment.authorName },
  is_own: comment.isOwn,
  is_removed: comment.removedAt !== null,
  replied: comment.repliedAt !== null,
  direct_conversation_id: directConversationOf(comment),
  conversation_id: comment.conversationId,
  created_at: comment.createdAt.toISOString(),
  edited_at: comment.editedAt?.toISOString() ?? null,
});

/** Each comment once, newest first. */
export function joinThreads(...groups: readonly (readonly CommentInThread[])[]): CommentInThread[] {
  const byId = new Map(groups.flat().map((comment) => [comment.id, comment]));
  return [...byId.values()].toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || Number(BigInt(b.id) - BigInt(a.id)),
  );
}
