import type { CommentPlatform } from '@parley/common/channels';
import { touchConversation } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';

/** A comment by somebody else, with its conversation. */
export interface JoiningComment {
  conversationId: number;
  platform: CommentPlatform;
  createdAt: Date;
  /** Whether it is stored and reported now; otherwise it is a repeat, or was removed before it arrived. */
  isReported: boolean;
}

/** A new comment in a conversation that was resolved or archived. */
export interface Reopening {
  before: ConversationFacts;
  comment: JoiningComment;
}

/**
 * Conversations after new comments of their people: each moves to its newest comment, and a reported comment reopens
 * it once, or ends its snooze (docs/reference/comments.md#conversations). `changed` contains only those that differ.
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
    const isBack = isReopened || (comment.isReported && held.isSnoozed);
    after.set(held.id, isBack ? { ...touched, status: 'open', isSnoozed: false } : touched);
  }
  return { changed: [...after.values()].filter((held) => held !== before.get(held.id)), reopened };
}
