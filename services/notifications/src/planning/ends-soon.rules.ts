import { APP_UNUSED_MS, TOKEN_ENDS_SOON_MS } from '@parley/common/contracts/console/channel-health';

const DAY_MS = 24 * 3_600_000;
/** The platform ends the connection of a number whose app was not used for about this long. */
const APP_ENDS_MS = 14 * DAY_MS;
/** Within this time of the end, people are notified again. */
const TOKEN_LAST_MS = 3 * DAY_MS;
const APP_LAST_MS = DAY_MS;

/** A connected account whose connection may end soon. */
export interface EndingAccount {
  id: number;
  tenantId: number;
  channel: string;
  name: string;
  /** When a token ends that only its owner can renew; null: none does. */
  tokenExpiresAt: Date | null;
  /** The last sign of the app that uses the number too, at the earliest the connection; null: there is no app. */
  appSeenAt: Date | null;
}

/** The moments between which an end is announced; the rows of {@link EndingAccount} lie between them. */
export const endsBetween = (now: Date) => ({
  tokenAfter: now,
  tokenBefore: new Date(now.getTime() + TOKEN_ENDS_SOON_MS),
  appAfter: new Date(now.getTime() - APP_ENDS_MS),
  appBefore: new Date(now.getTime() - APP_UNUSED_MS),
});

/** An end to announce, in one of two stages. */
export interface ComingEnd {
  cause: 'token' | 'app';
  endsAt: Date;
  isLast: boolean;
}

/** The ends of an account that are announced now (docs/reference/notifications.md#kinds). */
export function findEnds(
  { tokenExpiresAt, appSeenAt }: Pick<EndingAccount, 'tokenExpiresAt' | 'appSeenAt'>,
  now: Date,
): ComingEnd[] {
  const end = (cause: ComingEnd['cause'], endsAt: Date, { firstMs, lastMs }: Record<'firstMs' | 'lastMs', number>) => {
    const leftMs = endsAt.getTime() - now.getTime();
    return leftMs > 0 && leftMs <= firstMs ? [{ cause, endsAt, isLast: leftMs <= lastMs }] : [];
  };
  const appEndsAt = appSeenAt && new Date(appSeenAt.getTime() + APP_ENDS_MS);
  return [
    ...(tokenExpiresAt ? end('token', tokenExpiresAt, { firstMs: TOKEN_ENDS_SOON_MS, lastMs: TOKEN_LAST_MS }) : []),
    ...(appEndsAt ? end('app', appEndsAt, { firstMs: APP_ENDS_MS - APP_UNUSED_MS, lastMs: APP_LAST_MS }) : []),
  ];
}
