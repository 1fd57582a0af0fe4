import type { CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { EventType } from '@parley/common/events';
import type { Database } from '@parley/prisma/connect-database';
import { isolateRefused, isRefusedBySql } from '@parley/prisma/isolate-refused';
import { refusalReason } from '@parley/prisma/messaging/quarantine';
import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { NewEvent } from '@parley/prisma/outbox/new-event';
import { type Sql, sqlState } from '@parley/prisma/sql';
import {
  authorOf,
  type CommentAccount,
  commentKey,
  isWrittenBy,
  type StoredComment,
  storable,
} from '../domain/comment.ts';
import { commentReceived } from '../domain/comment-event.ts';
import { findAccounts } from '../storage/account-store.ts';
import { addComment, alterComment, findConversation, markReplied } from '../storage/change-store.ts';

export interface StoreCommentsDeps {
  database: Pick<Database, 'transaction'>;
  wakeLanes(instanceIds: string[]): void;
  now(): Date;
}

/** A change of an account that somebody here holds. */
export interface HeldChange {
  account: CommentAccount;
  change: CommentChange;
}

const MAX_TRIES = 4;

/** Runs again what waited for another transaction that waited for it, and was chosen to start anew. */
export async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!sqlState(error)?.startsWith('40') || tries >= MAX_TRIES) throw error;
    }
  }
}

function inOrderOf<T>(all: readonly T[], rankOf: (one: T) => string): T[] {
  const ranked = all.map((one) => ({ one, rank: rankOf(one) }));
  return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ one }) => one);
}
const rankOfPerson = ({ account, change }: HeldChange): string =>
  JSON.stringify([account.tenantId, authorOf(change).person, account.id]);
const rankOfComment = (account: CommentAccount, commentId: string): string =>
  JSON.stringify([account.id, commentKey(account.channel, commentId)]);
const isByOthers = ({ account, change }: HeldChange): boolean =>
  change.change === 'added' && !isWrittenBy(account, change);
const isOwn = (held: HeldChange): boolean => held.change.change === 'added' && !isByOthers(held);

/** Of everybody who commented. */
async function findConversations(sql: Sql, changes: readonly HeldChange[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const held of inOrderOf(changes.filter(isByOthers), rankOfPerson))
    found.set(rankOfPerson(held), await findConversation(sql, held.account, held.change));
  return found;
}

/** What is to be done about a comment; answers it where it is to be told. */
interface Step {
  rank: string;
  run(): Promise<StoredComment | null>;
}

/** An own comment below another says that this one was answered, whoever wrote it where. */
function toSteps(sql: Sql, held: HeldChange, conversationId: number | null, now: Date): Step[] {
  const { account, change } = held;
  const store: Step = {
    rank: rankOfComment(account, change.comment_id),
    run: async () => {
      if (change.change === 'added') return addComment(sql, held, conversationId, now);
      await alterComment(sql, account, change);
      return null;
    },
  };
  const { parent_id: commentId, post_id: postId, at } = change;
  if (commentId === null || !isOwn(held)) return [store];
  const mark = async () => {
    await markReplied(sql, account, { commentId, postId, at });
    return null;
  };
  return [store, { rank: rankOfComment(account, commentId), run: mark }];
}

/**
 * Applies changes, and tells of what is new in the order of its writing; answers the keys to wake. Every writer locks
 * people first, then comments, each in one order, so that two transactions do not wait for each other.
 */
export async function applyChanges(sql: Sql, given: readonly HeldChange[], now: Date): Promise<string[]> {
  const changes = given.map(({ account, change }) => ({ account, change: storable(change) }));
  const conversations = await findConversations(sql, changes);
  const steps = changes.flatMap((held) => {
    const conversationId = isByOthers(held) ? (conversations.get(rankOfPerson(held)) ?? null) : null;
    return toSteps(sql, held, conversationId, now).map((step) => ({ ...step, tenantId: held.account.tenantId }));
  });
  const told: { tenantId: number; comment: StoredComment }[] = [];
  for (const { run, tenantId } of inOrderOf(steps, ({ rank }) => rank)) {
    const comment = await run();
    if (comment) told.push({ tenantId, comment });
  }
  const events: NewEvent<EventType>[] = told
    .toSorted((a, b) => a.comment.createdAt.getTime() - b.comment.createdAt.getTime())
    .map(({ tenantId, comment }) => commentReceived(tenantId, comment));
  return appendEvents(sql, events);
}

/**
 * Stores what a provider told of comments, with the events that follow, in one transaction (webhook-delivery.md,
 * Promise). What was told before changes nothing; accounts that nobody here holds are counted. A change that the database
 * refuses because of its content is named as refused, and its neighbours are stored.
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
    const { woken, stored } = await retryCollisions(() => deps.database.transaction(store));
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
