import type { OfferedAccount } from '../connecting/account-hold.rules.ts';

/** An account granted by an authorization: a page, its Instagram account, a TikTok account. */
export interface GrantedAccount extends Omit<OfferedAccount, 'number' | 'wabaId'> {
  /** The page of an Instagram account in the same authorization. */
  pageId: string | null;
  /** When its token must be renewed; null where it does not expire. */
  tokenDueAt: Date | null;
}
