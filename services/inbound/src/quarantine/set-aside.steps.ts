import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Sql } from '@parley/database/sql';
import { quarantine } from '@parley/messaging/quarantine';
import { writeJson } from '@parley/providers/http/json-depth';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { connectedAccount, namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccount, findConnectedAccounts } from '../batch/account.store.ts';
import type { InboundService } from '../service.ts';
import { storeUnknown } from './quarantine.store.ts';
import { channelOf } from './unknown.rules.ts';

/** Drops the provider's own form, which is no longer needed and may be as large as the whole webhook. */
const withoutRaw = (item: InboundItem): InboundItem => ('raw' in item ? { ...item, raw: null } : item);

/**
 * Stores an element that cannot be applied because of its content: in the quarantine of the account's tenant, or, for an
 * unknown account, among the unknown elements.
 */
export async function setAside(
  { unmappedDatabase, cipher, metrics, logger }: InboundService,
  item: InboundItem,
  reason: string,
  sql: Sql = unmappedDatabase,
): Promise<void> {
  const { kind } = item;
  metrics.unstorable();
  logger.error(
    'webhook-element.quarantined',
    { kind, reason },
    'An element of a webhook could not be stored; it is in the quarantine.',
  );
  const accounts = await findConnectedAccounts(sql, namedAccounts([item]));
  const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
  if (!account) {
    const unknown = { channel: channelOf(item), reason: 'could not be stored', payload: withoutRaw(item) };
    return storeUnknown(sql, [unknown]);
  }
  const { tenantId, channel, externalId } = account;
  const payload = writeJson(withoutRaw(item));
  await quarantine(sql, cipher, [{ tenantId, channel, externalId, source: 'webhook', kind, reason, payload }]);
}

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
