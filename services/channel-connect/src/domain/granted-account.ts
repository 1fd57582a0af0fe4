import type { Channel } from '@parley/common/channels';

/** The provider call of a removal: unsubscribe a page or a WABA, delete a bot's webhook, revoke a token. */
export const REMOVAL_KINDS = ['fb_page', 'tg_webhook', 'tt_token', 'wa_app'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/**
 * A removal job, written before the provider is called for a connection, and deleted in the transaction that commits
 * the connection. It is due when the hold ends, so that a process that dies in between leaves no webhook.
 */
export interface UndoJob {
  id: number;
  tenantId: number;
  kind: RemovalKind;
  externalId: string;
  /** Encrypted: the credentials of the provider call. */
  credentials: string;
}

/** An account granted by an authorization: a page, its Instagram account, a TikTok account. */
export interface GrantedAccount {
  channel: Channel;
  externalId: string;
  name: string;
  /** Encrypted. */
  credentials: string;
  /** The page of an Instagram account in the same authorization. */
  pageId: string | null;
  /** When its token must be renewed; null where it does not expire. */
  tokenDueAt: Date | null;
}

/** An account reserved for a tenant while its provider is called. */
export interface HeldGrantedAccount {
  granted: GrantedAccount;
  accountId: number;
  /** End of this request's hold; null when the account was connected already and stays so. */
  claimedUntil: Date | null;
  /** The job that reverts the provider call, unless the connection is committed first. Null where there is no call. */
  undoJob: UndoJob | null;
}
