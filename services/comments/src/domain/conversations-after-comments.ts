import type { CommentPlatform } from '@parley/common/channels';
import { touchConversation } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';

/** A comment by somebody else, in its conversation. */
export interface JoiningComment {
  conversationId: number;
  platform: CommentPlatform;
  createdAt: Date;
  /** Whether it is stored and reported now; else it is a repeat, or was removed before it arrived. */
  isReported: boolean;
}

/** A new comment in a conversation that was resolved or archived. */
export interface Reopening {
  before: ConversationFacts;
  comment: JoiningComment;
}

/**
 * Conversations after comments of their people: each is as young as its newest comment, and a comment that is reported opens
 * it again, once (docs/reference/comments.md#conversations). `changed` holds those that are not as they were.
 */
export function conversationsAfterComments(
  found: readonly ConversationFacts[],
  comments: readonly JoiningComment[],
): { changed: ConversationFacts[]; reopened: Reopening[] } {
  const before = new Map(found.map((conversation) => [conversation.id, conversation]));
  const after = new Map(before);
  const reopened: Reopening[] = [];
  for (const comment of comments) {
    const held = after.get(comment.conversationId);
    if (!held) continue;
    const touched = touchConversation(held, comment.createdAt);
    const isReopened = comment.isReported && held.status !== 'open';
    if (isReopened) reopened.push({ before: held, comment });
    after.set(held.id, isReopened ? { ...touched, status: 'open' } : touched);
  }
  return { changed: [...after.values()].filter((held) => held !== before.get(held.id)), reopened };
}
