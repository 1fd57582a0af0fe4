import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { ConnectedAccount } from './connected-account.rules.ts';

/** Accounts from recent look-ups: the expected result of the next one. */
export interface RecentAccounts {
  /** Null when one of them was not looked up recently. */
  recall(named: ReadonlySet<string>): Map<string, ConnectedAccount> | null;
  /** Remembers the result of a look-up, including accounts that were not found. */
  remember(named: ReadonlySet<string>, found: ReadonlyMap<string, ConnectedAccount>): void;
}

const MOST = 10_000;

export function makeRecentAccounts(): RecentAccounts {
  const known = makeBoundedMap<string, { account: ConnectedAccount | undefined }>(MOST);
  return {
    recall(named) {
      const accounts = new Map<string, ConnectedAccount>();
      for (const key of named) {
        const entry = known.get(key);
        if (!entry) return null;
        if (entry.account) accounts.set(key, entry.account);
      }
      return accounts;
    },
    remember(named, found) {
      for (const key of named) known.set(key, { account: found.get(key) });
    },
  };
}
