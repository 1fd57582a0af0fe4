const DAY_MS = 86_400_000;
const BITS_A_DAY = 40n;

/** Days since 1970-01-01 (UTC). */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** The day in SQL form, `2026-11-22`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The first number of a day: ids and event numbers have their day in their upper bits, by the column default
 * `next_daily`. A decimal text, because it is beyond 2^53.
 */
export const firstOfDay = (day: number): string => (BigInt(day) << BITS_A_DAY).toString();

/** The day of such a number. */
export const dayOfNumber = (number: string): number => Number(BigInt(number) >> BITS_A_DAY);
