import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { quarantine } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { writeJson } from '@parley/providers/json-depth';
import { accountKey, connectedAccount, findConnectedAccounts } from '../storage/account-store.ts';
import { storeUnknown } from '../storage/unknown-store.ts';
import { channelOf, namedAccounts } from './apply-items.ts';

export interface SetAsideDeps {
  database: Sql;
  cipher: Pick<Cipher, 'encrypt' | 'sign'>;
  /** Counts and logs it. */
  report(kind: string, reason: string): void;
}

/** Read already: the provider's own form stands beside the item, and may be as large as the whole webhook. */
const withoutRaw = (item: InboundItem): InboundItem => ('raw' in item ? { ...item, raw: null } : item);

/**
 * Keeps an element that cannot be stored because of its content: in the quarantine of the tenant whose account it is for,
 * or, where nobody here holds the account, among the unknown ones.
 */
export function makeSetAside({ database, cipher, report }: SetAsideDeps) {
  return async (item: InboundItem, reason: string, sql: Sql = database): Promise<void> => {
    report(item.kind, reason);
    const accounts = await findConnectedAccounts(sql, namedAccounts([item]));
    const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
    if (!account)
      return storeUnknown(sql, [
        { channel: channelOf(item), reason: 'could not be stored', payload: withoutRaw(item) },
      ]);
    const { tenantId, channel, externalId } = account;
    const payload = writeJson(withoutRaw(item));
    await quarantine(sql, cipher, [
      { tenantId, channel, externalId, source: 'webhook', kind: item.kind, reason, payload },
    ]);
  };
}

export type SetAside = ReturnType<typeof makeSetAside>;

/** {@link makeSetAside} of a comment, whose form is that of services/comments. */
export function makeSetAsideComment({ database, cipher, report }: SetAsideDeps) {
  return async (change: CommentChange, reason: string): Promise<void> => {
    report('comment', reason);
    const { platform: channel, external_id: externalId } = change;
    const key = accountKey(channel, externalId);
    const account = (await findConnectedAccounts(database, new Set([key]))).get(key);
    if (!account) return storeUnknown(database, [{ channel, reason: 'could not be stored', payload: change }]);
    const payload = JSON.stringify(change);
    await quarantine(database, cipher, [
      { tenantId: account.tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload },
    ]);
  };
}
