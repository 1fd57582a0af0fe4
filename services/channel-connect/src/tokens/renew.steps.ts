import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { replaceAccountCredentials } from '@parley/messaging/accounts/write-accounts';
import { isTokenDead } from '@parley/providers/tiktok/tiktok-error';
import { openTiktok, sealTiktok, type TiktokSecrets } from '../connecting/credentials.rules.ts';
import { providerError } from '../connecting/provider-failure.rules.ts';
import { disconnectWithLinked } from '../removal/disconnect.steps.ts';
import type { ChannelConnectService } from '../service.ts';
import { type ClaimedToken, renewAgainAt, renewalLeaseUntil, tokenDueAt, toSecrets } from './tiktok-token.rules.ts';
import { markTokenRenewed, releaseToken, type TokenClaim } from './token.store.ts';

/**
 * The old refresh token may be invalid already, so storing the new one is retried while the database is unavailable.
 */
const STORE_PAUSES_MS = [200, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Stores the new tokens; false when the account has others by now. */
async function storeToken(
  { database, cipher }: ChannelConnectService,
  token: ClaimedToken,
  fresh: TiktokSecrets,
  now: Date,
): Promise<boolean> {
  const { accountId: id, tenantId, credentials: before } = token;
  const renewed = { id, tenantId, before, credentials: sealTiktok(cipher, fresh), at: now };
  const store = () =>
    database.prismaTransaction(async (transaction) => {
      if (!(await replaceAccountCredentials(transaction.prisma, renewed))) return false;
      return markTokenRenewed(transaction, token, { dueAt: tokenDueAt(fresh, now), refreshedAt: now });
    });
  for (const pauseMs of STORE_PAUSES_MS) {
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
      await pause(pauseMs);
    }
  }
  return store();
}

/**
 * Renews a claimed token of tt; the new one is committed before it is used (docs/reference/tt.md#connecting). True when
 * the account has a working token, false when it was disconnected. Errors: tiktok_error, provider_timeout.
 */
export async function renewToken(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  const { database, cipher, tiktok } = service;
  const held = openTiktok(cipher, token.credentials);
  if (held.refreshExpiresAt <= service.now()) return !(await disconnectRevoked(service, token));
  const asked = await tiktok.refreshToken(held.refreshToken);
  if (asked.ok) {
    const now = service.now();
    // An account with a new authorization keeps its new tokens.
    if (!(await storeToken(service, token, toSecrets(asked.value, now), now)))
      await releaseToken(database, token, null);
    return true;
  }
  if (isTokenDead(asked.failure)) return !(await disconnectRevoked(service, token));
  await releaseToken(database, token, renewAgainAt(token, service.now()));
  throw providerError(asked.failure);
}

/**
 * Renews a claimed token; false when that disconnected its account. A failure is logged: the account stays connected,
 * and the renewal stays due.
 */
export async function tryRenewToken(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  try {
    return await renewToken(service, token);
  } catch (error) {
    service.logger.warn(
      'token.renewal-failed',
      { channel_account_id: token.accountId, err: error },
      'A token could not be renewed yet.',
    );
    return true;
  }
}

/** Disconnects the account of a dead token. False, and the claim is released, when it has a new authorization by now. */
export async function disconnectRevoked(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  const { tenantId, externalId, credentials } = token;
  const account = { tenantId, channel: 'tt', externalId } as const;
  const gone = await disconnectWithLinked(service, account, 'token_revoked', { credentialsDifferFrom: credentials });
  if (gone === null) await releaseToken(service.database, token, null);
  return gone !== null;
}

/** A claim of this worker on tokens to renew, until its lease ends. */
export async function makeTokenClaim({ claims, now }: ChannelConnectService): Promise<TokenClaim> {
  const at = now();
  return { claimId: randomUUID(), now: at, until: renewalLeaseUntil(at), holder: await claims.holder.claimAs() };
}
