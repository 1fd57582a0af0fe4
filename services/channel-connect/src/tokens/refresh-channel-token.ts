import { setTimeout as pause } from 'node:timers/promises';
import { verb } from '@parley/bus/verb';
import { refreshChannelToken as contract } from '@parley/common/contracts/internal/channel-health';
import { AppError } from '@parley/common/errors';
import type { ChannelConnectService } from '../service.ts';
import { makeTokenClaim, renewToken } from './renew.steps.ts';
import { claimToken, releaseToken } from './token.store.ts';

/** A younger token is not renewed again, because all users of the old one ask at the same time. */
const FRESH_MS = 30_000;
const WAIT_FOR_OTHER_MS = 18_000;
const LOOK_EVERY_MS = 200;

/**
 * Renews the token of an account (tt) now; another worker may be renewing it. Not refreshed: the account has no working
 * token. Errors: tiktok_error, provider_timeout.
 */
export const refreshChannelToken = verb(contract, async (service: ChannelConnectService, { tenantId, externalId }) => {
  const { database } = service;
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const claim = await makeTokenClaim(service);
    const token = await claimToken(database, { tenantId, externalId, ...claim });
    if (token === null) return { refreshed: false };
    if (token === 'held') {
      if (waitedMs >= WAIT_FOR_OTHER_MS)
        throw new AppError('provider_timeout', { message: 'Another worker is renewing this token.' });
      await pause(LOOK_EVERY_MS);
      continue;
    }
    if (claim.now.getTime() - token.refreshedAt.getTime() >= FRESH_MS)
      return { refreshed: await renewToken(service, token) };
    await releaseToken(database, token, null);
    return { refreshed: true };
  }
});
