import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { refreshChannelToken } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { TiktokTokens } from '@parley/providers/tiktok/tiktok-client';
import { isTokenDead } from '@parley/providers/tiktok/tiktok-error';
import type { Credentials, TiktokSecrets } from '../domain/credentials.ts';
import { tokenDueAt, toSecrets } from '../domain/tiktok-token.ts';
import type { Asked } from './authorize-pages.ts';
import { providerError } from './provider-failure.ts';
import type { RemoveChannelDeps } from './remove-channel.ts';

/** An account whose token only this worker may renew now. */
export interface ClaimedToken {
  accountId: number;
  tenantId: number;
  externalId: string;
  credentials: string;
  claimId: string;
  attempts: number;
  refreshedAt: Date;
}

export interface RefreshTokenDeps {
  platform: { refreshToken(refreshToken: string): Asked<TiktokTokens> };
  credentials: Pick<Credentials, 'openTiktok' | 'sealTiktok'>;
  tokens: {
    /** Null while another worker holds it, or when the account is not connected. */
    claimOne(given: {
      tenantId: number;
      externalId: string;
      claimId: string;
      now: Date;
      until: Date;
    }): Promise<ClaimedToken | 'held' | null>;
    claimDue(given: { claimId: string; now: Date; until: Date; count: number }): Promise<ClaimedToken[]>;
    /** Replaces the renewed tokens; false when the account has others by now. */
    replace(token: ClaimedToken, credentials: string, dueAt: Date, now: Date): Promise<boolean>;
    /** Releases the claim, due again at this time; null keeps the stored time. */
    release(token: ClaimedToken, dueAt: Date | null): Promise<void>;
  };
  disconnect: RemoveChannelDeps['disconnect'];
  onFailure(accountId: number, failure: unknown): void;
  now(): Date;
}

/** Longer than one provider call and storing its answer. */
const LEASE_MS = 120_000;
/** A younger token is not renewed again, because all users of the old one ask at the same time. */
const FRESH_MS = 30_000;
/** A refused token younger than this cannot have been replaced by a renewal with a lost answer. */
const YOUNG_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 15 * 60_000;
const WAIT_FOR_OTHER_MS = 18_000;
const LOOK_EVERY_MS = 200;
/**
 * The old refresh token may be invalid already, so storing the new one is retried while the database is unavailable.
 */
const STORE_PAUSES_MS = [200, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const BATCH = 4;

/**
 * Renews tokens of tt, one worker at a time per account; new tokens are committed before they are used
 * (docs/reference/tt.md#connecting).
 */
export function makeRefreshToken(deps: RefreshTokenDeps) {
  const { tokens, credentials } = deps;
  const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

  async function store(token: ClaimedToken, fresh: TiktokSecrets, now: Date): Promise<boolean> {
    const sealed = credentials.sealTiktok(fresh);
    for (const pauseMs of STORE_PAUSES_MS) {
      try {
        return await tokens.replace(token, sealed, tokenDueAt(fresh, now), now);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
        await pause(pauseMs);
      }
    }
    return tokens.replace(token, sealed, tokenDueAt(fresh, now), now);
  }

  /** Disconnects the account, unless it has a new authorization by now. */
  async function markRevoked(token: ClaimedToken): Promise<boolean> {
    const { tenantId, externalId, credentials: tried } = token;
    const unless = { credentialsDifferFrom: tried };
    const now = deps.now();
    const gone = await deps.disconnect({ tenantId, channel: 'tt', externalId, reason: 'token_revoked', now, unless });
    if (gone === null) await tokens.release(token, null);
    return gone === null;
  }

  /** True when the account has a valid token; otherwise throws the provider's error. */
  async function renew(token: ClaimedToken): Promise<boolean> {
    const held = credentials.openTiktok(token.credentials);
    if (held.refreshExpiresAt <= deps.now()) return markRevoked(token);
    const asked = await deps.platform.refreshToken(held.refreshToken);
    if (asked.ok) {
      const now = deps.now();
      // An account with a new authorization keeps its new tokens.
      if (!(await store(token, toSecrets(asked.value, now), now))) await tokens.release(token, null);
      return true;
    }
    if (isTokenDead(asked.failure)) return markRevoked(token);
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** token.attempts);
    await tokens.release(token, new Date(deps.now().getTime() + pauseMs));
    throw providerError(asked.failure);
  }

  /** Whether the account has a working token. */
  async function refreshNow(tenantId: number, externalId: string): Promise<boolean> {
    const claimId = randomUUID();
    for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
      const now = deps.now();
      const token = await tokens.claimOne({ tenantId, externalId, claimId, now, until: leaseUntil(now) });
      if (token === null) return false;
      if (token === 'held') {
        if (waitedMs >= WAIT_FOR_OTHER_MS)
          throw new AppError('provider_timeout', { message: 'Another worker is renewing this token.' });
        await pause(LOOK_EVERY_MS);
        continue;
      }
      if (now.getTime() - token.refreshedAt.getTime() >= FRESH_MS) return renew(token);
      await tokens.release(token, null);
      return true;
    }
  }

  return {
    /** Renews now. Errors: tiktok_error, provider_timeout. */
    async refreshOne({
      tenantId,
      externalId,
    }: InputOf<typeof refreshChannelToken>): Promise<OutputOf<typeof refreshChannelToken>> {
      return { refreshed: await refreshNow(tenantId, externalId) };
    },

    /**
     * The provider permanently refused the token of a call made at this time. A renewal whose answer was lost may have
     * replaced the token, so the refresh token is tried once more; only its refusal disconnects the account. True when
     * it did. While TikTok does not answer, the account stays connected, and the renewal stays due.
     */
    async retryRefused(tenantId: number, externalId: string, observedAt: Date): Promise<boolean> {
      const now = deps.now();
      const token = await tokens.claimOne({ tenantId, externalId, claimId: randomUUID(), now, until: leaseUntil(now) });
      // Another worker is renewing it and handles TikTok's answer.
      if (token === null || token === 'held') return false;
      const ageMs = observedAt.getTime() - token.refreshedAt.getTime();
      if (ageMs < 0) {
        await tokens.release(token, null);
        return false;
      }
      if (ageMs < YOUNG_MS) return !(await markRevoked(token));
      return renew(token).then(
        (works) => !works,
        (error: unknown) => {
          deps.onFailure(token.accountId, error);
          return false;
        },
      );
    },

    /** Renews due tokens; true when more may be waiting. */
    async refreshDue(): Promise<boolean> {
      const now = deps.now();
      const due = await tokens.claimDue({ claimId: randomUUID(), now, until: leaseUntil(now), count: BATCH });
      await Promise.all(
        due.map((token) => renew(token).catch((error: unknown) => deps.onFailure(token.accountId, error))),
      );
      return due.length === BATCH;
    },
  };
}
