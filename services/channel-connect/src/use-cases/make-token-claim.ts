import { randomUUID } from 'node:crypto';
import { renewalLeaseUntil } from '../domain/tiktok-token.ts';
import type { ChannelConnectService } from '../service.ts';
import type { TokenClaim } from '../storage/token-store.ts';

/** A claim of this worker on tokens to renew, until its lease ends. */
export async function makeTokenClaim({ claims, now }: ChannelConnectService): Promise<TokenClaim> {
  const at = now();
  return { claimId: randomUUID(), now: at, until: renewalLeaseUntil(at), holder: await claims.holder.claimAs() };
}
