import type { AccountRef } from '@parley/common/events';
import type { StoredAccount } from '@parley/messaging/accounts/account-row';
import type { InboundItem, WebhookAccount } from '@parley/providers/received/inbound-item';

/** A connected account that provider webhooks refer to. */
export interface ConnectedAccount
  extends Omit<StoredAccount, 'wabaId' | 'credentials' | 'connectedAt' | 'offlineSince'> {
  /** The tenant's own words of consent, as JSON; null: the defaults. */
  consentWords: string | null;
  /** The tenant's business hours, as JSON; null: no away message is sent. */
  awayHours: string | null;
  /** Whether the tenant asks about satisfaction. */
  asksRating: boolean;
  /** Whether another app has been seen on the account (wa, fb, ig). */
  isShared: boolean;
}

/** The account as events show it (docs/reference/events.md#account). */
export const accountRef = (account: Pick<ConnectedAccount, 'externalId' | 'number' | 'name'>): AccountRef => ({
  id: account.externalId,
  number: account.number,
  label: account.name,
});

/** Key of an account as providers name it. */
export const accountKey = (channel: string, externalId: string): string => `${channel}:${externalId}`;

/** The account that a webhook names, or its fallback; undefined where neither is connected here. */
export const connectedAccount = (
  held: ReadonlyMap<string, ConnectedAccount>,
  { channel, externalId, otherExternalId }: WebhookAccount,
): ConnectedAccount | undefined =>
  held.get(accountKey(channel, externalId)) ??
  (otherExternalId === undefined ? undefined : held.get(accountKey(channel, otherExternalId)));

const isSame = (a: ConnectedAccount, b: ConnectedAccount | undefined): boolean =>
  a.id === b?.id &&
  a.tenantId === b.tenantId &&
  a.channel === b.channel &&
  a.externalId === b.externalId &&
  a.name === b.name &&
  a.number === b.number &&
  a.consentWords === b.consentWords &&
  a.awayHours === b.awayHours &&
  a.asksRating === b.asksRating &&
  a.isShared === b.isShared;

/** Whether a look-up returned exactly the expected accounts. */
export const areSame = (
  expected: ReadonlyMap<string, ConnectedAccount>,
  found: ReadonlyMap<string, ConnectedAccount>,
): boolean => expected.size === found.size && [...expected].every(([key, account]) => isSame(account, found.get(key)));

/** The accounts that items name, to look them up in one query. */
export function namedAccounts(items: readonly InboundItem[]): Set<string> {
  const keys = new Set<string>();
  for (const item of items) {
    if (!('account' in item)) continue;
    const { channel, externalId, otherExternalId } = item.account;
    keys.add(accountKey(channel, externalId));
    if (otherExternalId !== undefined) keys.add(accountKey(channel, otherExternalId));
  }
  return keys;
}
