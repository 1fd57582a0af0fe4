import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Sql } from '@parley/database/sql';
import type { QuarantinedElement } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { writeJson } from '@parley/providers/json-depth';
import { accountKey, type ConnectedAccount, connectedAccount } from '../domain/connected-account.ts';
import type { UnknownElement } from '../storage/unknown-store.ts';
import { channelOf, namedAccounts } from './apply-items.ts';

/** Storage of elements that cannot be applied. */
export interface SetAsideStore {
  /** The connected accounts among these, by `accountKey`. */
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  storeUnknown(element: UnknownElement): Promise<void>;
  /** Encrypts and stores it for the tenant. */
  quarantine(element: QuarantinedElement): Promise<void>;
}

export interface SetAsideDeps {
  /** Opens the store, within a transaction if one is given. */
  open(transaction?: Sql): SetAsideStore;
  /** Counts and logs it. */
  report(kind: string, reason: string): void;
}

/** Drops the provider's own form, which is no longer needed and may be as large as the whole webhook. */
const withoutRaw = (item: InboundItem): InboundItem => ('raw' in item ? { ...item, raw: null } : item);

/**
 * Stores an element that cannot be applied because of its content: in the quarantine of the account's tenant, or, for an
 * unknown account, among the unknown elements.
 */
export function makeSetAside({ open, report }: SetAsideDeps) {
  return async (item: InboundItem, reason: string, transaction?: Sql): Promise<void> => {
    report(item.kind, reason);
    const store = open(transaction);
    const accounts = await store.findAccounts(namedAccounts([item]));
    const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
    if (!account)
      return store.storeUnknown({
        channel: channelOf(item),
        reason: 'could not be stored',
        payload: withoutRaw(item),
      });
    const { tenantId, channel, externalId } = account;
    const payload = writeJson(withoutRaw(item));
    await store.quarantine({ tenantId, channel, externalId, source: 'webhook', kind: item.kind, reason, payload });
  };
}

export type SetAside = ReturnType<typeof makeSetAside>;

/** {@link makeSetAside} for a comment, in the form of services/comments. */
export function makeSetAsideComment({ open, report }: SetAsideDeps) {
  const store = open();
  return async (change: CommentChange, reason: string): Promise<void> => {
    report('comment', reason);
    const { platform: channel, externalId } = change;
    const key = accountKey(channel, externalId);
    const account = (await store.findAccounts(new Set([key]))).get(key);
    if (!account) return store.storeUnknown({ channel, reason: 'could not be stored', payload: change });
    const payload = JSON.stringify(change);
    const { tenantId } = account;
    await store.quarantine({ tenantId, channel, externalId, source: 'comment', kind: 'comment', reason, payload });
  };
}
