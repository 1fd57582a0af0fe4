/** The platforms whose owners remove an app by a call to us. */
export type LoginPlatform = 'meta' | 'instagram';

/** The login that gave an account its token: a person at Facebook, or an account in the Instagram app. */
export const loginName = (platform: LoginPlatform, userId: string): string => `${platform}:${userId}`;

const DAY_MS = 24 * 3_600_000;
/** Instagram's tokens last 60 days, and are renewed ten days before their end. */
const LEFT_MS = 10 * DAY_MS;
/** Instagram renews no younger token. */
const EARLIEST_MS = DAY_MS;

/** When a token of an Instagram login that was issued now is renewed (docs/reference/ig.md#instagram-login). */
export const loginTokenDueAt = ({ expiresAt }: { expiresAt: Date }, now: Date): Date =>
  new Date(Math.max(expiresAt.getTime() - LEFT_MS, now.getTime() + EARLIEST_MS));

/** When a renewal that failed is tried again: a day later, or at the end of the token, which disconnects the account. */
export const renewLoginAgainAt = ({ expiresAt }: { expiresAt: Date }, now: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + DAY_MS));
