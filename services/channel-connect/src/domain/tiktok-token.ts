import type { TiktokSecrets } from './credentials.ts';

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
