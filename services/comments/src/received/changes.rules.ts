import type { CommentPlatform } from '@parley/common/channels';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { touchConversation } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import {
  type CommentAccount,
  type CommentState,
  commentAfterAdded,
  commentAfterAltered,
  commentAfterReplied,
  commentKey,
  isWrittenBy,
  type StoredComment,
} from './comment.rules.ts';

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

/** A comment by another person, with its conversation. */
export interface JoiningComment {
  conversationId: number;
  platform: CommentPlatform;
  createdAt: Date;
  /** Whether it is stored and reported now; otherwise it is a repeat, or was removed before it arrived. */
  isReported: boolean;
}

/** A new comment in a conversation that was resolved or archived. */
interface Reopening {
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
