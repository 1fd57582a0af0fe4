import { BUSINESS_GONE_REASONS, type DisconnectReason } from '@parley/common/events';
import type { ChannelAccount } from '../channels/channel-account.rules.ts';
import { type RemovalCall, removalCallOf } from './removal-job.rules.ts';

/** A connected account with the time of its newest authorization; null where only its connection is known. */
export type RemovableAccount = ChannelAccount & { authorizedAt: Date | null };

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
