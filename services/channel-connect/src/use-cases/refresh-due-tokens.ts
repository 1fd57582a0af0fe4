import { randomUUID } from 'node:crypto';
import { renewalLeaseUntil } from '../domain/tiktok-token.ts';
import type { ChannelConnectService } from '../service.ts';
import { claimDueTokens } from '../storage/token-store.ts';
import { tryRenewToken } from './try-renew-token.ts';

const BATCH = 4;

/** Renews due tokens; true when more may be waiting. */
export async function refreshDueTokens(service: ChannelConnectService): Promise<boolean> {
  const now = service.now();
  const claim = { claimId: randomUUID(), now, until: renewalLeaseUntil(now), count: BATCH };
  const holder = await service.claims.holder.claimAs();
  const due = await claimDueTokens(service.database, { ...claim, holder });
  await Promise.all(due.map((token) => tryRenewToken(service, token)));
  return due.length === BATCH;
}
