import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { replaceAccountCredentials } from '@parley/messaging/accounts/write-accounts';
import { isTokenDead } from '@parley/providers/tiktok/tiktok-error';
import { openInstagramLogin, openTiktok, sealInstagramLogin, sealTiktok } from '../connecting/credentials.rules.ts';
import { providerError } from '../connecting/provider.client.ts';
import { disconnectWithLinked } from '../removal/disconnect.steps.ts';
import type { ChannelConnectService } from '../service.ts';
import { loginTokenDueAt, renewLoginAgainAt } from './login.rules.ts';
import { type ClaimedToken, renewAgainAt, renewalLeaseUntil, tokenDueAt, toSecrets } from './tiktok-token.rules.ts';
import { dropToken, markTokenRenewed, releaseToken, type TokenClaim } from './token.store.ts';

/**
 * The old refresh token may be invalid already, so storing the new one is retried while the database is unavailable.
 */
const STORE_PAUSES_MS = [200, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Renewed credentials, encrypted, and when they are renewed again. */
interface Renewed {
  credentials: string;
  dueAt: Date;
}

/** Stores the new token; false when the account has others by now. */
async function storeToken(
  { database }: ChannelConnectService,
  token: ClaimedToken,
  { credentials, dueAt }: Renewed,
  now: Date,
): Promise<boolean> {
  const { accountId: id, tenantId, credentials: before } = token;
  const store = () =>
    database.prismaTransaction(async (transaction) => {
      if (!(await replaceAccountCredentials(transaction.prisma, { id, tenantId, before, credentials, at: now })))
        return false;
      return markTokenRenewed(transaction, token, { dueAt, refreshedAt: now });
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

/** Keeps a renewed token before it is used; an account with a new authorization keeps its own. */
async function keepRenewed(service: ChannelConnectService, token: ClaimedToken, renewed: Renewed, now: Date) {
  if (!(await storeToken(service, token, renewed, now))) await releaseToken(service.database, token, null);
}

/**
 * Renews a claimed token; the new one is committed before it is used (docs/reference/tt.md#connecting,
 * docs/reference/ig.md#instagram-login). True when the account has a working token, false when it was disconnected.
 * Errors: tiktok_error, graph_error, provider_timeout.
 */
export const renewToken = (service: ChannelConnectService, token: ClaimedToken): Promise<boolean> =>
  token.channel === 'ig' ? renewLogin(service, token) : renewTiktok(service, token);

async function renewTiktok(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  const { database, cipher, tiktok } = service;
  const held = openTiktok(cipher, token.credentials);
  if (held.refreshExpiresAt <= service.now()) return !(await disconnectRevoked(service, token));
  const asked = await tiktok.refreshToken(held.refreshToken);
  if (asked.ok) {
    const now = service.now();
    const fresh = toSecrets(asked.value, now);
    await keepRenewed(service, token, { credentials: sealTiktok(cipher, fresh), dueAt: tokenDueAt(fresh, now) }, now);
    return true;
  }
  if (isTokenDead(asked.failure)) return !(await disconnectRevoked(service, token));
  await releaseToken(database, token, renewAgainAt(token, service.now()));
  throw providerError(asked.failure);
}

/** A renewal that fails before the token's end only warns: the token works until then. */
async function renewLogin(service: ChannelConnectService, token: ClaimedToken): Promise<boolean> {
  const { database, cipher, instagram } = service;
  const held = openInstagramLogin(cipher, token.credentials);
  if (held === null) {
    await dropToken(database, { id: token.accountId, tenantId: token.tenantId });
    return true;
  }
  if (held.expiresAt <= service.now()) return !(await disconnectRevoked(service, token));
  const asked = await instagram.refreshToken(held.accessToken);
  const now = service.now();
  if (asked.ok) {
    const { accessToken, expiresInSeconds } = asked.value;
    const fresh = { ...held, accessToken, expiresAt: new Date(now.getTime() + expiresInSeconds * 1000) };
    const dueAt = loginTokenDueAt(fresh, now);
    await keepRenewed(service, token, { credentials: sealInstagramLogin(cipher, fresh), dueAt }, now);
    return true;
  }
  if (asked.failure.kind === 'refused' && asked.failure.channelBroken)
    return !(await disconnectRevoked(service, token));
  await releaseToken(database, token, renewLoginAgainAt(held, now));
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
  const { tenantId, channel, externalId, credentials } = token;
  const account = { tenantId, channel, externalId };
  const gone = await disconnectWithLinked(service, account, 'token_revoked', { credentialsDifferFrom: credentials });
  if (gone === null) await releaseToken(service.database, token, null);
  return gone !== null;
}

/** A claim of this worker on tokens to renew, until its lease ends. */
export async function makeTokenClaim({ claims, now }: ChannelConnectService): Promise<TokenClaim> {
  const at = now();
  return { claimId: randomUUID(), now: at, until: renewalLeaseUntil(at), holder: await claims.holder.claimAs() };
}
