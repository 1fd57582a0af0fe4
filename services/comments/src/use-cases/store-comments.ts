import type { CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { EventType } from '@parley/common/events';
import type { Database } from '@parley/database/connect-database';
import { isolateRefused, isRefusedBySql } from '@parley/database/isolate-refused';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import { touchConversation } from '@parley/messaging/people/domain/conversation-after-message';
import { upsertConversations, writeConversations } from '@parley/messaging/people/upsert-conversations';
import { refusalReason } from '@parley/messaging/quarantine';
import { authorOf, storable } from '../domain/comment.ts';
import { commentReceived } from '../domain/comment-event.ts';
import { type HeldChange, isByOthers, planComments, toldComment } from '../domain/plan-comments.ts';
import { findAccounts } from '../storage/account-store.ts';
import { writeComments } from '../storage/change-store.ts';

export interface StoreCommentsDeps {
  database: Pick<Database, 'transaction'>;
  wakeLanes(instanceIds: string[]): void;
  now(): Date;
}

/**
 * The conversations with everybody who commented, in their order: one a person, kept apart from direct messages by an
 * address of its own.
 */
async function findConversations(sql: Sql, comments: readonly HeldChange[]): Promise<number[]> {
  const found = await upsertConversations(
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
      };
    }),
  );
  const touched = new Map(found.map((conversation) => [conversation.id, conversation]));
  for (const [index, { id }] of found.entries()) {
    const conversation = touched.get(id);
    const at = comments[index]?.change.at;
    if (conversation && at) touched.set(id, touchConversation(conversation, new Date(at)));
  }
  await writeConversations(
    sql,
    [...touched.values()].filter((conversation) => !found.includes(conversation)),
  );
  return found.map(({ id }) => id);
}

/**
 * Applies changes, and tells of what is new in the order of its writing; returns the keys to wake. Every writer locks
 * people first, then comments, each in one order, so that two transactions do not wait for each other.
 */
export async function applyChanges(sql: Sql, given: readonly HeldChange[], now: Date): Promise<string[]> {
  const changes = given.map(({ account, change }) => ({ account, change: storable(change) }));
  const byOthers = changes.filter(isByOthers);
  const ids = await findConversations(sql, byOthers);
  const conversations = new Map<HeldChange, number | undefined>(byOthers.map((held, index) => [held, ids[index]]));
  const plans = planComments(changes, (held) => conversations.get(held) ?? null, now);
  const written = await writeComments(sql, plans);
  const told = plans.flatMap(({ account }, index) => {
    const result = written[index];
    const comment = result ? toldComment(account, result) : null;
    return comment ? [{ tenantId: account.tenantId, comment }] : [];
  });
  const events: NewEvent<EventType>[] = told
    .toSorted((a, b) => a.comment.createdAt.getTime() - b.comment.createdAt.getTime())
    .map(({ tenantId, comment }) => commentReceived(tenantId, comment));
  return appendEvents(sql, events);
}

/**
 * Stores what a provider told of comments, with the events that follow, in one transaction
 * (docs/reference/webhook-delivery.md#promise). What was told before changes nothing; accounts that nobody here holds
 * are counted. A change that the database refuses because of its content is named as refused, and its neighbours are
 * stored.
 */
export function makeStoreComments(deps: StoreCommentsDeps) {
  async function storeTogether(changes: readonly CommentChange[]): Promise<number> {
    const store = async (sql: Sql) => {
      const accounts = await findAccounts(
        sql,
        changes.map(({ platform, external_id }) => ({ channel: platform, externalId: external_id })),
      );
      const held = changes.flatMap((change) => {
        const account = accounts.get(`${change.platform}:${change.external_id}`);
        return account ? [{ account, change }] : [];
      });
      return { woken: await applyChanges(sql, held, deps.now()), stored: held.length };
    };
    const { woken, stored } = await retryConflicts(() => deps.database.transaction(store));
    deps.wakeLanes(woken);
    return stored;
  }

  return async ({ changes }: InputOf<typeof storeComments>): Promise<OutputOf<typeof storeComments>> => {
    const refused: NonNullable<OutputOf<typeof storeComments>['refused']> = [];
    let stored = 0;
    await isolateRefused([...changes.entries()], {
      async run(part) {
        stored += await storeTogether(part.map(([, change]) => change));
      },
      isRefused: isRefusedBySql,
      async setAside([index], error) {
        refused.push({ index, reason: refusalReason(error) });
      },
    });
    const counts = { stored, unknown: changes.length - stored - refused.length };
    return refused.length > 0 ? { ...counts, refused } : counts;
  };
}
