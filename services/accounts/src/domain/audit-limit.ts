import { AppError } from '@parley/common/errors';

/** Entries of one member, or of one key, in a day: more than a person makes, and a log that stays readable. */
export const MAX_ENTRIES_PER_DAY = 20_000;

const DAY_MS = 24 * 3_600_000;

/** The day (UTC) that a moment belongs to. */
export const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** The refusal of one more change on this day. */
export const tooManyChanges = (now: Date): AppError =>
  new AppError('rate_limited', {
    message: `At most ${MAX_ENTRIES_PER_DAY} changes are made by one member, or with one key, in a day.`,
    retry_after: Math.ceil((dayOf(now).getTime() + DAY_MS - now.getTime()) / 1000),
  });
