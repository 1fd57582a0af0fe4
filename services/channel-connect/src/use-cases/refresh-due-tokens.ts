import type { ChannelConnectService } from '../service.ts';
import { claimDueTokens } from '../storage/token-store.ts';
import { makeTokenClaim } from './make-token-claim.ts';
import { tryRenewToken } from './try-renew-token.ts';

const BATCH = 4;

/** Renews due tokens; true when more may be waiting. */
export async function refreshDueTokens(service: ChannelConnectService): Promise<boolean> {
  const due = await claimDueTokens(service.database, { ...(await makeTokenClaim(service)), count: BATCH });
  await Promise.all(due.map((token) => tryRenewToken(service, token)));
  return due.length === BATCH;
}
