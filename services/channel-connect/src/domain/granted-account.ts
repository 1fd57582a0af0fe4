import type { Channel } from '@parley/common/channels';

/** What a provider is told when an account is taken away: stop a page's webhooks, a bot's, a WABA's, end a token. */
export const REMOVAL_KINDS = ['fb_page', 'tg_webhook', 'tt_token', 'wa_app'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/**
 * A removal job that is written before a provider is told of a connection, and dropped in the transaction that commits
 * it. It is due when the hold ends, so a process that dies in between leaves no webhook behind.
 */
export interface UndoJob {
  id: number;
  tenantId: number;
  kind: RemovalKind;
  externalId: string;
  /** Encrypted: what the provider was told with. */
  credentials: string;
}

/** Something that one authorization connects: a page, the Instagram account behind it, a TikTok account. */
export interface GrantedAccount {
  channel: Channel;
  externalId: string;
  name: string;
  /** Encrypted. */
  credentials: string;
  /** Page of the same authorization that it is reached through. */
  pageId: string | null;
  /** When its token is to be renewed; null where it does not end. */
  tokenDueAt: Date | null;
}

/** An account that is held for a tenant while its provider is told. */
export interface HeldGrantedAccount {
  granted: GrantedAccount;
  accountId: number;
  /** Of this request; null when it was connected already and stays so whatever comes. */
  claimedUntil: Date | null;
  /** Takes back what the provider is told, unless the connection is committed first. Null where it is told nothing. */
  undoJob: UndoJob | null;
}
