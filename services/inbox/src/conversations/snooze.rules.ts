import { invalidField } from '@parley/common/errors';

/** How far ahead a conversation can be snoozed (docs/reference/operator-api.md#snooze). */
const SNOOZED_DAYS_MAX = 366;
const DAY_MS = 24 * 3_600_000;

/** Snoozed until a time, or (null) until the customer's next message. */
export interface Snooze {
  until: Date | null;
}

/** The snooze that a change asks for; undefined: none. Throws `invalid_snooze_until`. */
export function readSnooze(
  given: { until?: string | undefined } | null | undefined,
  now: Date,
): Snooze | null | undefined {
  if (given === undefined || given === null) return given;
  if (given.until === undefined) return { until: null };
  const until = new Date(given.until);
  if (!(until > now)) throw invalidField('snooze.until', 'snooze.until must be in the future.');
  if (until.getTime() > now.getTime() + SNOOZED_DAYS_MAX * DAY_MS)
    throw invalidField('snooze.until', `snooze.until must be at most ${SNOOZED_DAYS_MAX} days ahead.`);
  return { until };
}

export const isSameSnooze = (one: Snooze | null, other: Snooze | null): boolean =>
  one === null || other === null ? one === other : one.until?.getTime() === other.until?.getTime();

export const showSnooze = (snooze: Snooze | null): { until: string | null } | null =>
  snooze && { until: snooze.until?.toISOString() ?? null };

/** The snooze of a stored conversation. */
export const snoozeOf = ({
  isSnoozed,
  snoozedUntil,
}: {
  isSnoozed: boolean;
  snoozedUntil: Date | null;
}): Snooze | null => (isSnoozed ? { until: snoozedUntil } : null);
