import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { at } from '@parley/common/at';
import type { Sql, TransactionSql } from '@parley/database/sql';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { reopenedByCustomer } from '@parley/messaging/outbox/reopened-by-customer';
import {
  type ConversationFacts,
  type OnReported,
  upsertConversations,
  writeConversations,
} from '@parley/messaging/people/upsert-conversations';
import type { CommentsService } from '../service.ts';
import { writeComments } from './change.store.ts';
import {
  commentAltered,
  commentReceived,
  conversationsAfterComments,
  type HeldChange,
  isByOthers,
  type JoiningComment,
  planComments,
  reportedComment,
} from './changes.rules.ts';
import { authorOf, storable } from './comment.rules.ts';

/**
 * Locks the conversations of the commenters, in order, and creates missing ones: one per person, separate from direct
 * messages because of a separate address. `onReported` receives the platform webhooks to wake.
 */
const lockConversations = (
  sql: Sql,
  comments: readonly HeldChange[],
  onReported: OnReported,
): Promise<ConversationFacts[]> =>
  upsertConversations(
    sql,
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
async function moveConversations(
  sql: Sql,
  found: readonly ConversationFacts[],
  comments: readonly JoiningComment[],
): Promise<string[]> {
  const { changed, reopened } = conversationsAfterComments(found, comments);
  await writeConversations(sql, changed);
  return appendPlatformEvents(
    sql,
    reopened.map(({ before, comment: { platform: channel, createdAt: at } }) =>
      reopenedByCustomer(before, { channel, at }),
    ),
  );
}

/**
 * Applies changes. Writes the events of new comments in the order of their creation, then the opt-in events of changed
 * ones. Every writer locks people first, then comments, each in one order, so that transactions do not deadlock.
 */
export async function applyChanges(sql: Sql, given: readonly HeldChange[], now: Date): Promise<CommittedChanges> {
  const changes = given.map(({ account, change }) => ({ account, change: storable(change) }));
  const byOthers = changes.filter(isByOthers);
  const woken: string[] = [];
  const found = await lockConversations(sql, byOthers, (reported) => woken.push(...reported));
  const conversations = new Map(byOthers.map((held, index) => [held, at(found, index).id]));
  const plans = planComments(changes, (held) => conversations.get(held) ?? null, now);
  const written = await writeComments(sql, plans);
  const changed = plans.flatMap(({ account }, index) => {
    const result = at(written, index);
    if (result.before === result.after) return [];
    const comment = reportedComment(account, result);
    return [{ tenantId: account.tenantId, comment, altered: commentAltered(account, result, now) }];
  });
  const reported = changed
    .flatMap(({ tenantId, comment }) => (comment ? [{ tenantId, comment }] : []))
    .toSorted((a, b) => a.comment.createdAt.getTime() - b.comment.createdAt.getTime());
  const joining = [
    ...byOthers.map(({ account, change }, index) => ({
      conversationId: at(found, index).id,
      platform: account.channel,
      createdAt: new Date(change.at),
      isReported: false,
    })),
    ...reported.map(({ comment }) => ({ ...comment, isReported: true })),
  ];
  woken.push(...(await moveConversations(sql, found, joining)));
  const events = [
    ...reported.map(({ tenantId, comment }) => commentReceived(tenantId, comment)),
    ...changed.flatMap(({ altered }) => altered),
  ];
  return {
    woken: [...woken, ...(await appendEvents(sql, events))],
    changed: changed.flatMap(({ tenantId, comment }) => (comment ? [] : [tenantId])),
  };
}

/** Notifications to send after the commit. */
interface CommittedChanges {
  /** Keys and platform webhooks to wake. */
  woken: string[];
  /** Tenants whose open pages no event refreshes: edits, removals, answers of the account itself. */
  changed: number[];
}

/**
 * Runs `work` in one transaction, and retries it after a conflict with another one. After the commit it wakes the
 * lanes of the new events, and notifies open pages of the inbox.
 */
export async function commitChanges<Changes extends CommittedChanges>(
  { database, bus }: CommentsService,
  work: (sql: TransactionSql) => Promise<Changes>,
): Promise<Changes> {
  const changes = await retryConflicts(() => database.transaction(work));
  wakeDeliveries(bus, changes.woken);
  tellInboxChanged(bus, changes.changed);
  return changes;
}
