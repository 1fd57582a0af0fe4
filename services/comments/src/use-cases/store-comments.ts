import type { CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { EventType } from '@parley/common/events';
import type { Database } from '@parley/prisma/connect-database';
import { appendEvents } from '@parley/prisma/outbox/append-events';
import type { NewEvent } from '@parley/prisma/outbox/new-event';
import type { Sql } from '@parley/prisma/sql';
import type { CommentAccount } from '../domain/comment.ts';
import { commentReceived } from '../domain/comment-event.ts';
import { findAccounts } from '../storage/account-store.ts';
import { addComment, alterComment } from '../storage/change-store.ts';

export interface StoreCommentsDeps {
  database: Pick<Database, 'transaction'>;
  wakeLanes(instanceIds: string[]): void;
  now(): Date;
}

/** Applies changes of one account in the transaction of `sql`; answers the keys to wake after the commit. */
export async function applyChanges(
  sql: Sql,
  account: CommentAccount,
  changes: readonly CommentChange[],
  now: Date,
): Promise<string[]> {
  const events: NewEvent<EventType>[] = [];
  for (const change of changes) {
    if (change.change !== 'added') await alterComment(sql, account, change);
    else {
      const told = await addComment(sql, account, change, now);
      if (told) events.push(commentReceived(account.tenantId, told));
    }
  }
  return appendEvents(sql, events);
}

const keyOf = (change: CommentChange): string => `${change.platform}:${change.external_id}`;

/** Comments by account, in an order that is the same for every writer, so that two transactions cannot wait for each other. */
function inOrder(changes: readonly CommentChange[]): CommentChange[] {
  const rank = (change: CommentChange): string => `${keyOf(change)}:${change.comment_id}`;
  return changes.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

/**
 * Stores what a provider told of comments, with the events that follow, in one transaction (webhook-delivery.md,
 * Promise). What was told before changes nothing; accounts that nobody here holds are counted.
 */
export function makeStoreComments(deps: StoreCommentsDeps) {
  return async ({ changes }: InputOf<typeof storeComments>): Promise<OutputOf<typeof storeComments>> => {
    const { woken, unknown } = await deps.database.transaction(async (sql) => {
      const named = changes.map(({ platform, external_id }) => ({ channel: platform, externalId: external_id }));
      const accounts = await findAccounts(sql, named);
      const woken: string[] = [];
      const known = inOrder(changes).filter((change) => accounts.has(keyOf(change)));
      for (const change of known) {
        const account = accounts.get(keyOf(change));
        if (account) woken.push(...(await applyChanges(sql, account, [change], deps.now())));
      }
      return { woken: [...new Set(woken)], unknown: changes.length - known.length };
    });
    deps.wakeLanes(woken);
    return { stored: changes.length - unknown, unknown };
  };
}
