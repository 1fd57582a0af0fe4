import { verb } from '@parley/bus/verb';
import { reportBrokenChannel as contract } from '@parley/common/contracts/internal/channel-health';
import type { ChannelAccount } from '../channels/account.rules.ts';
import { disconnectWithLinked } from '../removal/disconnect.steps.ts';
import type { ChannelConnectService } from '../service.ts';
import { disconnectRevoked, makeTokenClaim, tryRenewToken } from './renew.steps.ts';
import { claimToken, releaseToken } from './token.store.ts';

/** Disconnects an account once when the provider permanently refuses its token, unless it has a newer authorization. */
export const reportBrokenChannel = verb(
  contract,
  async (service: ChannelConnectService, { tenantId, channel, externalId, takenBack, ...report }) => {
    const observedAt = new Date(report.observedAt);
    if (channel === 'tt' && !takenBack)
      return { disconnected: await retryRefusedToken(service, { tenantId, externalId }, observedAt) };
    const account = { tenantId, channel, externalId };
    const gone = await disconnectWithLinked(service, account, 'token_revoked', { authorizedAfter: observedAt });
    return { disconnected: gone !== null };
  },
);

/** A refused token younger than this cannot have been replaced by a renewal with a lost answer. */
const YOUNG_MS = 10 * 60_000;

/**
 * The provider permanently refused the token of a call made at this time. A renewal whose answer was lost may have
 * replaced the token, so the refresh token is tried once more; only its refusal disconnects the account. True when
 * it did. While TikTok does not answer, the account stays connected, and the renewal stays due.
 */
async function retryRefusedToken(
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
