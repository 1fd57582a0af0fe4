import { verb } from '@parley/bus/verb';
import { type CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { OutputOf } from '@parley/common/define-contract';
import { isolateRefused, isRefusedBySql } from '@parley/database/batches/isolate-refused';
import { refusalReason } from '@parley/messaging/quarantine';
import { findAccounts } from '../accounts/account.store.ts';
import type { CommentsService } from '../service.ts';
import { applyChanges, commitChanges } from './changes.steps.ts';

/** Stores changes in one transaction; returns the number of those whose account is connected. */
async function storeTogether(service: CommentsService, changes: readonly CommentChange[]): Promise<number> {
  const { stored } = await commitChanges(service, async (sql) => {
    const named = changes.map(({ platform, externalId }) => ({ channel: platform, externalId }));
    const accounts = await findAccounts(sql, named);
    const held = changes.flatMap((change) => {
      const account = accounts.get(`${change.platform}:${change.externalId}`);
      return account ? [{ account, change }] : [];
    });
    return { ...(await applyChanges(sql, held, service.now())), stored: held.length };
  });
  return stored;
}

/**
 * Stores a provider's changes of comments with their events in one transaction
 * (docs/reference/webhook-delivery.md#promise). Repeated changes have no effect; changes of unknown accounts are
 * counted. A change that the database refuses because of its content is returned as refused, and the others are
 * stored.
 */
export const storeCommentChanges = verb(storeComments, async (service: CommentsService, { changes }) => {
  const refused: NonNullable<OutputOf<typeof storeComments>['refused']> = [];
  let stored = 0;
  await isolateRefused([...changes.entries()], {
    async run(part) {
      const together = part.map(([, change]) => change);
      stored += await storeTogether(service, together);
    },
    isRefused: isRefusedBySql,
    async setAside([index], error) {
      refused.push({ index, reason: refusalReason(error) });
    },
  });
  const counts = { stored, unknown: changes.length - stored - refused.length };
  return refused.length > 0 ? { ...counts, refused } : counts;
});
