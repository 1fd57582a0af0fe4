import type { ChannelAccount } from '../channels/channel-account.rules.ts';

/** The provider call of a removal: unsubscribe a page or a WABA, delete a bot's webhook, revoke a token. */
export const REMOVAL_KINDS = ['fb_page', 'tg_webhook', 'tt_token', 'wa_app'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** A call that ends what a connection set up at the provider. */
export interface RemovalCall {
  kind: RemovalKind;
  externalId: string;
  /** Encrypted: the credentials of the call. */
  credentials: string;
}

/** A provider call to make, stored until it succeeds. */
export interface NewRemovalJob extends RemovalCall {
  tenantId: number;
  createdAt: Date;
  dueAt: Date;
}

/**
 * A removal job, written before the provider is called for a connection, and deleted in the transaction that commits
 * the connection. It is due when the hold ends, so that a process that dies in between leaves no webhook.
 */
export interface UndoJob extends RemovalCall {
  id: number;
  tenantId: number;
}

/** A job that this worker has claimed. */
export interface RemovalJob extends RemovalCall {
  id: number;
  claimId: string;
  /** Includes this one. */
  attempts: number;
  /** Whether an earlier attempt may have succeeded. */
  isReported: boolean;
  createdAt: Date;
}

type Called = Pick<ChannelAccount, 'channel' | 'externalId' | 'wabaId' | 'credentials'>;

/** The provider call of a removal, or null; an Instagram account uses the webhooks of its page. */
export function removalCallOf({ channel, externalId, wabaId, credentials }: Called): RemovalCall | null {
  if (channel === 'fb') return { kind: 'fb_page', externalId, credentials };
  if (channel === 'tg') return { kind: 'tg_webhook', externalId, credentials };
  if (channel === 'tt') return { kind: 'tt_token', externalId, credentials };
  if (channel === 'wa' && wabaId !== null) return { kind: 'wa_app', externalId: wabaId, credentials };
  return null;
}

/** The provider call that reverts a connection, or null: connecting an account changes nothing at TikTok. */
export const undoCallOf = (account: Called): RemovalCall | null =>
  account.channel === 'tt' ? null : removalCallOf(account);

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** When a failed job is tried again: after 0.5 s, 2 s, 8 s … up to an hour. Null when it has failed for a day. */
export function retryAtOf({ attempts, createdAt }: Pick<RemovalJob, 'attempts' | 'createdAt'>, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS) return null;
  return new Date(now.getTime() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempts - 1)));
}
