import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { quarantine } from '@parley/messaging/quarantine';
import { accountKey } from '../domain/connected-account.ts';
import type { InboundService } from '../service.ts';
import { findConnectedAccounts } from '../storage/account-store.ts';
import { storeUnknown } from '../storage/unknown-store.ts';

/** Stores a comment that services/comments refuses because of its content, in the form of that service. */
export async function setAsideComment(
  { unmappedDatabase, cipher, metrics }: InboundService,
  change: CommentChange,
  reason: string,
): Promise<void> {
  metrics.unstorable();
  const { platform: channel, externalId } = change;
  const key = accountKey(channel, externalId);
  const account = (await findConnectedAccounts(unmappedDatabase, new Set([key]))).get(key);
  if (!account) return storeUnknown(unmappedDatabase, [{ channel, reason: 'could not be stored', payload: change }]);
  const { tenantId } = account;
  const payload = JSON.stringify(change);
  const element = { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload } as const;
  await quarantine(unmappedDatabase, cipher, [element]);
}
