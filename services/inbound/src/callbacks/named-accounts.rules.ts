import type { InboundItem } from '@parley/providers/inbound-item';
import { accountKey } from '../batch/connected-account.rules.ts';

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
