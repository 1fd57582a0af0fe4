import type { TiktokSecrets } from '../connecting/credentials.rules.ts';

/** Channels whose tokens expire: TikTok, and Instagram accounts with their own login. */
export const RENEWED_CHANNELS = ['tt', 'ig'] as const;

/** An account whose token only this worker may renew now. */
export interface ClaimedToken {
  accountId: number;
  tenantId: number;
  channel: (typeof RENEWED_CHANNELS)[number];
  externalId: string;
  credentials: string;
  claimId: string;
  attempts: number;
  refreshedAt: Date;
}

/** Longer than one provider call and storing its answer. */
const LEASE_MS = 120_000;

const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 15 * 60_000;

export const renewalLeaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * A token is renewed when this fraction of its lifetime is left: two hours of a day (docs/reference/tt.md#connecting).
 */
const LEFT_PART = 1 / 12;

/** TikTok's answer, with expiry times instead of durations. */
export const toSecrets = (
  given: { accessToken: string; refreshToken: string; expiresInSeconds: number; refreshExpiresInSeconds: number },
  now: Date,
): TiktokSecrets => ({
  accessToken: given.accessToken,
  refreshToken: given.refreshToken,
  expiresAt: new Date(now.getTime() + given.expiresInSeconds * 1000),
  refreshExpiresAt: new Date(now.getTime() + given.refreshExpiresInSeconds * 1000),
});

/** When a token issued now must be renewed. */
export const tokenDueAt = ({ expiresAt }: Pick<TiktokSecrets, 'expiresAt'>, now: Date): Date =>
  new Date(expiresAt.getTime() - (expiresAt.getTime() - now.getTime()) * LEFT_PART);

/** When a renewal that TikTok did not answer is tried again: after 15 s, 30 s … up to 15 minutes. */
export const renewAgainAt = ({ attempts }: Pick<ClaimedToken, 'attempts'>, now: Date): Date =>
  new Date(now.getTime() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));
