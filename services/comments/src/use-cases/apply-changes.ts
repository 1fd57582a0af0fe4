import type { EventType } from '@parley/common/events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { touchConversation } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts, OnReported, WantedConversation } from '@parley/messaging/people/upsert-conversations';
import { authorOf, storable } from '../domain/comment.ts';
import { commentReceived } from '../domain/comment-event.ts';
import {
  type CommentPlan,
  type HeldChange,
  isByOthers,
  planComments,
  reportedComment,
} from '../domain/plan-comments.ts';
import type { WrittenComment } from '../storage/change-store.ts';

/** The steps of a transaction that stores changes of comments. */
export interface ChangeStore {
  /** Locks the conversations, in the order of what is wanted; missing ones are created. `onReported` gets the keys to wake. */
  upsertConversations(wanted: readonly WantedConversation[], onReported: OnReported): Promise<ConversationFacts[]>;
  writeConversations(changed: readonly ConversationFacts[]): Promise<void>;
  /** Locks each comment, lets its plan decide, and writes; results in the order of the plans. */
  writeComments(plans: readonly CommentPlan[]): Promise<WrittenComment[]>;
  /** Returns the keys to wake. */
  appendEvents(events: readonly NewEvent<EventType>[]): Promise<string[]>;
}

/** Runs work in one transaction, which is retried on a conflict with another one. */
export type InChangeTransaction<Store extends ChangeStore> = <T>(work: (store: Store) => Promise<T>) => Promise<T>;

/**
 * The conversations of the commenters, in their order: one per person, separate from direct messages by an address of its own.
 */
async function findConversations(
  store: ChangeStore,
  comments: readonly HeldChange[],
  onReported: OnReported,
): Promise<number[]> {
  const found = await store.upsertConversations(
    comments.map(({ account, change }) => {
      const author = authorOf(change);
      return {
        tenantId: account.tenantId,
        channel: account.channel,
        channelAccountId: account.id,
        addresses: [`comment:${author.person}`],
        name: author.name || null,
        username: null,
        phone: null,
        peer: author.id,
        providerThreadId: null,
        lastInboundAt: null,
        lastMessageAt: new Date(change.at),
        startedBy: 'comment',
      };
    }),
    onReported,
  );
  const touched = new Map(found.map((conversation) => [conversation.id, conversation]));
  for (const [index, { id }] of found.entries()) {
    const conversation = touched.get(id);
    const at = comments[index]?.change.at;
    if (conversation && at) touched.set(id, touchConversation(conversation, new Date(at)));
  }
  await store.writeConversations([...touched.values()].filter((conversation) => !found.includes(conversation)));
  return found.map(({ id }) => id);
}

/**
 * Applies changes and writes the events of new comments in the order of their creation; returns the keys to wake. Every writer
 * locks people first, then comments, each in one order, so that transactions do not deadlock.
 */
export async function applyChanges(store: ChangeStore, given: readonly HeldChange[], now: Date): Promise<string[]> {
  const changes = given.map(({ account, change }) => ({ account, change: storable(change) }));
  const byOthers = changes.filter(isByOthers);
  const woken: string[] = [];
  const ids = await findConversations(store, byOthers, (reported) => woken.push(...reported));
  const conversations = new Map<HeldChange, number | undefined>(byOthers.map((held, index) => [held, ids[index]]));
  const plans = planComments(changes, (held) => conversations.get(held) ?? null, now);
  const written = await store.writeComments(plans);
  const reported = plans.flatMap(({ account }, index) => {
    const result = written[index];
    const comment = result ? reportedComment(account, result) : null;
    return comment ? [{ tenantId: account.tenantId, comment }] : [];
  });
  const events: NewEvent<EventType>[] = reported
    .toSorted((a, b) => a.comment.createdAt.getTime() - b.comment.createdAt.getTime())
    .map(({ tenantId, comment }) => commentReceived(tenantId, comment));
  return [...woken, ...(await store.appendEvents(events))];
}
