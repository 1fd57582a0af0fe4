import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { type CommentAccount, commentKey, isWrittenBy, type StoredComment } from './comment.rules.ts';
import {
  type CommentState,
  commentAfterAdded,
  commentAfterAltered,
  commentAfterReplied,
} from './comment-state.rules.ts';

/** A change of a connected account. */
export interface HeldChange {
  account: CommentAccount;
  change: CommentChange;
}

/** The changes of one comment. */
export interface CommentPlan {
  account: CommentAccount;
  /** In any of its spellings. */
  commentId: string;
  /** Called again when another transaction inserted the comment first. */
  decide(before: CommentState | null): CommentState;
}

/** Whether the commenter is not the account itself, so that there is a conversation. */
export const isByOthers = ({ account, change }: HeldChange): boolean =>
  change.change === 'added' && !isWrittenBy(account, change);

/** The account's reply to a comment marks that comment as answered, wherever it was written. */
function planChange(held: HeldChange, conversationId: number | null, now: Date): CommentPlan[] {
  const { account, change } = held;
  const { commentId, parentId, postId, at } = change;
  if (change.change !== 'added')
    return [{ account, commentId, decide: (before) => commentAfterAltered(before, change) }];
  const add: CommentPlan = {
    account,
    commentId,
    decide: (before) => commentAfterAdded(before, change, conversationId, now),
  };
  if (parentId === null || isByOthers(held)) return [add];
  const reply = { commentId: parentId, postId, at: new Date(at) };
  return [add, { account, commentId: parentId, decide: (before) => commentAfterReplied(before, reply) }];
}

/**
 * One plan per comment, with all its changes in order. Plans are sorted by comment id, which orders the events of comments
 * from the same second.
 */
export function planComments(
  changes: readonly HeldChange[],
  conversationOf: (held: HeldChange) => number | null,
  now: Date,
): CommentPlan[] {
  const plans = new Map<string, CommentPlan>();
  for (const next of changes.flatMap((held) => planChange(held, conversationOf(held), now))) {
    const key = JSON.stringify([next.account.id, commentKey(next.account.channel, next.commentId)]);
    const first = plans.get(key);
    plans.set(key, first ? { ...first, decide: (before) => next.decide(first.decide(before)) } : next);
  }
  return [...plans].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, plan]) => plan);
}

/** The comment of the event, where this change causes one. */
export function reportedComment(
  account: CommentAccount,
  { id, before, after }: { id: string; before: CommentState | null; after: CommentState },
): StoredComment | null {
  const {
    conversationId,
    reportedAt,
    repliedAt,
    offeredAt,
    isOwn,
    editedAt,
    removedAt,
    isHidden,
    visibilityAt,
    erasedAt,
    ...comment
  } = after;
  if (reportedAt === null || conversationId === null || (before && before.reportedAt !== null)) return null;
  return {
    ...comment,
    id,
    account,
    platform: account.channel,
    conversationId,
    replied: repliedAt !== null,
    isOffered: offeredAt !== null,
  };
}
