import type { ChannelAccount } from '../domain/channel-account.ts';
import type { ChannelConnectService } from '../service.ts';
import { claimToken, releaseToken } from '../storage/token-store.ts';
import { disconnectRevoked } from './disconnect-revoked.ts';
import { makeTokenClaim } from './make-token-claim.ts';
import { tryRenewToken } from './try-renew-token.ts';

/** A refused token younger than this cannot have been replaced by a renewal with a lost answer. */
const YOUNG_MS = 10 * 60_000;

/**
 * The provider permanently refused the token of a call made at this time. A renewal whose answer was lost may have
 * replaced the token, so the refresh token is tried once more; only its refusal disconnects the account. True when
 * it did. While TikTok does not answer, the account stays connected, and the renewal stays due.
 */
export async function retryRefusedToken(
  service: ChannelConnectService,
  { tenantId, externalId }: Pick<ChannelAccount, 'tenantId' | 'externalId'>,
  observedAt: Date,
): Promise<boolean> {
  const { database } = service;
  const token = await claimToken(database, { tenantId, externalId, ...(await makeTokenClaim(service)) });
  // Another worker is renewing it and handles TikTok's answer.
  if (token === null || token === 'held') return false;
  const ageMs = observedAt.getTime() - token.refreshedAt.getTime();
  if (ageMs < 0) {
    await releaseToken(database, token, null);
    return false;
  }
  if (ageMs < YOUNG_MS) return disconnectRevoked(service, token);
  return !(await tryRenewToken(service, token));
}
