export interface RequestDays {
  /** Days since 1970-01-01 (UTC). */
  today: number;
  keepDays: number;
  /** Days that already have a partition. */
  existing: readonly number[];
}

/** Retention of the request log (docs/reference/console.md#request-log). */
export const REQUESTS_KEPT_DAYS = 30;
export const REQUESTS_KEPT_MS = REQUESTS_KEPT_DAYS * 24 * 3_600_000;
const DAYS_AHEAD = 3;

/**
 * Plans which days of the request log get a partition, and which lose theirs: a day is kept until its last entry is
 * `keepDays` old.
 */
export function planRequestDays({ today, keepDays, existing }: RequestDays): { make: number[]; drop: number[] } {
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => today + n);
  return {
    make: ahead.filter((day) => !existing.includes(day)),
    drop: existing.filter((day) => day < today - keepDays),
  };
}
