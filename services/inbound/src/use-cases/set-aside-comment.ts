import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { quarantine } from '@parley/messaging/quarantine';
import type { InboundService } from '../service.ts';
import { findConnectedAccount } from '../storage/account-store.ts';
import { storeUnknown } from '../storage/unknown-store.ts';

/** Stores a comment that services/comments refuses because of its content, in the form of that service. */
export async function setAsideComment(
  { unmappedDatabase, cipher, metrics }: InboundService,
  change: CommentChange,
  reason: string,
): Promise<void> {
  metrics.unstorable();
  const { platform: channel, externalId } = change;
  const account = await findConnectedAccount(unmappedDatabase, channel, externalId);
  if (!account) return storeUnknown(unmappedDatabase, [{ channel, reason: 'could not be stored', payload: change }]);
  const { tenantId } = account;
  const payload = JSON.stringify(change);
  const element = { tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload } as const;
  await quarantine(unmappedDatabase, cipher, [element]);
}
