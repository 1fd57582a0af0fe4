/** When a session was opened and last used. */
export interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
}

const DAY_MS = 24 * 3_600_000;
/** Lifetime without use (docs/reference/console.md#sessions). */
export const IDLE_MS = 7 * DAY_MS;
/** Maximum lifetime, regardless of use. */
const WHOLE_MS = 30 * DAY_MS;
/** Uses closer together than this are stored as one. */
const SEEN_EVERY_MS = 60_000;

export const expiryOf = (openedAt: Date): Date => new Date(openedAt.getTime() + WHOLE_MS);

export const isOver = ({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now >= expiresAt || now.getTime() - lastSeenAt.getTime() >= IDLE_MS;

/** Whether this use must be stored. */
export const isUseStored = ({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS;
