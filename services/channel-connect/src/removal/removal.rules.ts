import { BUSINESS_GONE_REASONS, type DisconnectReason } from '@parley/common/events';
import type { ChannelAccount } from '../channels/account.rules.ts';

/** A connected account with the time of its newest authorization; null where only its connection is known. */
export type RemovableAccount = ChannelAccount & {
  authorizedAt: Date | null;
  /** ig: connected with its own login, so that its webhooks are its own. */
  hasOwnLogin?: boolean;
};

export interface Removal {
  channel: ChannelAccount['channel'];
  externalId: string;
  reason: DisconnectReason;
  /** Conditions under which it stays connected: a newer authorization, or a different one. */
  unless?: { authorizedAfter?: Date; credentialsDifferFrom?: string } | undefined;
}

interface RemovalPlan {
  /** The account first, then those linked to it. */
  gone: { account: ChannelAccount; reason: DisconnectReason }[];
  linked: ChannelAccount[];
  /** The provider call and its credentials; null where there is none. */
  job: RemovalCall | null;
}

/** Reasons after which the provider accepts no call for the account. */
const UNREACHABLE: readonly DisconnectReason[] = ['token_revoked', ...BUSINESS_GONE_REASONS];

/**
 * The effects of a removal on a tenant's connected rows: the account itself and those linked to it. Null where it is
 * not connected, or stays so. With a dead token, or an account that no longer exists, no provider call is possible,
 * and accounts that use the page's token are removed for the same reason.
 */
export function planRemoval(rows: readonly RemovableAccount[], removal: Removal): RemovalPlan | null {
  const { channel, externalId, reason, unless } = removal;
  const account = rows.find((row) => row.channel === channel && row.externalId === externalId);
  if (!account) return null;
  const authorizedAt = account.authorizedAt ?? account.connectedAt;
  if (unless?.authorizedAfter && authorizedAt > unless.authorizedAfter) return null;
  if (unless?.credentialsDifferFrom && account.credentials !== unless.credentialsDifferFrom) return null;

  const isTokenDead = reason === 'token_revoked';
  const linked = rows.filter((row) => row !== account);
  const linkedReason = isTokenDead ? reason : 'linked_channel_removed';
  return {
    gone: [{ account, reason }, ...linked.map((one) => ({ account: one, reason: linkedReason }) as const)],
    linked,
    job: UNREACHABLE.includes(reason) ? null : removalCallOf(account),
  };
}

/**
 * The provider call of a removal: unsubscribe a page, or an Instagram account with its own login, or a WABA, delete a bot's
 * webhook, revoke a token. An earlier version knows no further kind, so the credentials distinguish a page from an account.
 */
export const REMOVAL_KINDS = ['fb_page', 'tg_webhook', 'tt_token', 'wa_app'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** A call that ends what a connection set up at the provider. */
interface RemovalCall {
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

type Called = Pick<RemovableAccount, 'channel' | 'externalId' | 'wabaId' | 'credentials' | 'hasOwnLogin'>;

/** The provider call of a removal, or null; an Instagram account without its own login uses the webhooks of its page. */
export function removalCallOf({ channel, externalId, wabaId, credentials, hasOwnLogin }: Called): RemovalCall | null {
  if (channel === 'fb' || (channel === 'ig' && hasOwnLogin === true))
    return { kind: 'fb_page', externalId, credentials };
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
