import type { CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { isolateRefused, isRefusedBySql } from '@parley/database/isolate-refused';
import { refusalReason } from '@parley/messaging/quarantine';
import type { CommentAccount } from '../domain/comment.ts';
import { applyChanges, type ChangeStore, type InChangeTransaction } from './apply-changes.ts';

/** The steps of the transaction. */
export interface WebhookStore extends ChangeStore {
  /** The connected accounts named in a webhook, by `<channel>:<external id>`. */
  findAccounts(named: readonly { channel: string; externalId: string }[]): Promise<Map<string, CommentAccount>>;
}

export interface StoreCommentsDeps {
  inTransaction: InChangeTransaction<WebhookStore>;
  wakeLanes(instanceIds: string[]): void;
  /** Notifies open pages of the inbox; an edit or a removal has no event. */
  tellChanged(tenantIds: readonly number[]): void;
  now(): Date;
}

/**
 * Stores a provider's changes of comments with their events in one transaction
 * (docs/reference/webhook-delivery.md#promise). Repeated changes have no effect; changes of unknown accounts are
 * counted. A change that the database refuses because of its content is returned as refused, and the others are
 * stored.
 */
export function makeStoreComments(deps: StoreCommentsDeps) {
  async function storeTogether(changes: readonly CommentChange[]): Promise<number> {
    const { woken, changed, stored } = await deps.inTransaction(async (store) => {
      const accounts = await store.findAccounts(
        changes.map(({ platform, externalId }) => ({ channel: platform, externalId })),
      );
      const held = changes.flatMap((change) => {
        const account = accounts.get(`${change.platform}:${change.externalId}`);
        return account ? [{ account, change }] : [];
      });
      return { ...(await applyChanges(store, held, deps.now())), stored: held.length };
    });
    deps.wakeLanes(woken);
    deps.tellChanged(changed);
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
