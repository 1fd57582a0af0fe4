import type { EventType } from '@parley/common/events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { NewPlatformEvent } from '@parley/messaging/outbox/platform-events';
import { reopenedByCustomer } from '@parley/messaging/outbox/reopened-by-customer';
import type { ConversationFacts, OnReported, WantedConversation } from '@parley/messaging/people/upsert-conversations';
import { authorOf, storable } from '../domain/comment.ts';
import { commentReceived } from '../domain/comment-event.ts';
import { conversationsAfterComments, type JoiningComment } from '../domain/conversations-after-comments.ts';
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
  /**
   * Locks the conversations, in the order of `wanted`, and creates missing ones. `onReported` receives the keys to
   * wake.
   */
  upsertConversations(wanted: readonly WantedConversation[], onReported: OnReported): Promise<ConversationFacts[]>;
  writeConversations(changed: readonly ConversationFacts[]): Promise<void>;
  /** Locks each comment, calls its plan, and writes; results in the order of the plans. */
  writeComments(plans: readonly CommentPlan[]): Promise<WrittenComment[]>;
  /** Returns the keys to wake. */
  appendEvents(events: readonly NewEvent<EventType>[]): Promise<string[]>;
  /** Returns the platform webhooks to wake. */
  appendPlatformEvents(events: readonly NewPlatformEvent[]): Promise<string[]>;
}

/** Runs work in one transaction, and retries it after a conflict with another one. */
export type InChangeTransaction<Store extends ChangeStore> = <T>(work: (store: Store) => Promise<T>) => Promise<T>;

/** Notifications to send after the commit. */
export interface AppliedChanges {
  /** Keys and platform webhooks to wake. */
  woken: string[];
  /** Tenants whose comments changed without an event: edits, removals, answers of the account itself. */
  changed: number[];
}

/**
 * The conversations of the commenters, in order: one per person, separate from direct messages because of a separate
 * address.
 */
const findConversations = (
  store: ChangeStore,
  comments: readonly HeldChange[],
  onReported: OnReported,
): Promise<ConversationFacts[]> =>
  store.upsertConversations(
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

/** Writes conversations that moved or were reopened, with the events of the latter. Returns the keys to wake. */
async function writeConversations(
  store: ChangeStore,
  found: readonly ConversationFacts[],
  comments: readonly JoiningComment[],
): Promise<string[]> {
  const { changed, reopened } = conversationsAfterComments(found, comments);
  await store.writeConversations(changed);
  return store.appendPlatformEvents(
    reopened.map(({ before, comment: { platform: channel, createdAt: at } }) =>
      reopenedByCustomer(before, { channel, at }),
    ),
  );
}

/**
 * Applies changes and writes the events of new comments in the order of their creation. Every writer locks people
 * first, then comments, each in one order, so that transactions do not deadlock.
 */
export async function applyChanges(
  store: ChangeStore,
  given: readonly HeldChange[],
  now: Date,
): Promise<AppliedChanges> {
  const changes = given.map(({ account, change }) => ({ account, change: storable(change) }));
  const byOthers = changes.filter(isByOthers);
  const woken: string[] = [];
  const found = await findConversations(store, byOthers, (reported) => woken.push(...reported));
  const conversations = new Map<HeldChange, number | undefined>(
    byOthers.map((held, index) => [held, found[index]?.id]),
  );
  const plans = planComments(changes, (held) => conversations.get(held) ?? null, now);
  const written = await store.writeComments(plans);
  const changed = plans.flatMap(({ account }, index) => {
    const result = written[index];
    if (!result || result.before === result.after) return [];
    return [{ tenantId: account.tenantId, comment: reportedComment(account, result) }];
  });
  const reported = changed
    .flatMap(({ tenantId, comment }) => (comment ? [{ tenantId, comment }] : []))
    .toSorted((a, b) => a.comment.createdAt.getTime() - b.comment.createdAt.getTime());
  const joining = [
    ...byOthers.flatMap(({ account, change }, index): JoiningComment[] => {
      const conversationId = found[index]?.id;
      if (conversationId === undefined) return [];
      return [{ conversationId, platform: account.channel, createdAt: new Date(change.at), isReported: false }];
    }),
    ...reported.map(({ comment }) => ({ ...comment, isReported: true })),
  ];
  woken.push(...(await writeConversations(store, found, joining)));
  const events = reported.map(({ tenantId, comment }) => commentReceived(tenantId, comment));
  return {
    woken: [...woken, ...(await store.appendEvents(events))],
    changed: changed.flatMap(({ tenantId, comment }) => (comment ? [] : [tenantId])),
  };
}
