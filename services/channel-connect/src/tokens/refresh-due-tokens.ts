import type { ChannelConnectService } from '../service.ts';
import { makeTokenClaim, tryRenewToken } from './renew.steps.ts';
import { claimDueTokens } from './token.store.ts';

const BATCH = 4;

/** Renews due tokens; true when more may be waiting. */
export async function refreshDueTokens(service: ChannelConnectService): Promise<boolean> {
  const due = await claimDueTokens(service.database, { ...(await makeTokenClaim(service)), count: BATCH });
  await Promise.all(due.map((token) => tryRenewToken(service, token)));
  return due.length === BATCH;
}
