import type { WeeklyHours } from '@parley/common/workspace/weekly-hours';
import { minutesOf, type WallTime, wallTimeOf } from '@parley/runtime/wall-time';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** 1 Monday … 7 Sunday. */
const weekdayOf = ({ year, month, day }: WallTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;

/** Minutes since the beginning of Monday, on the clocks of the time zone. */
function minutesOfWeek(at: Date, timeZone: string): number {
  const shown = wallTimeOf(at, timeZone);
  return (weekdayOf(shown) - 1) * DAY_MINUTES + shown.minutes;
}

/** The number of minutes since the last occurrence of a weekly time. */
const sinceLast = (weekly: number, now: number): number => (now - weekly + 2 * WEEK_MINUTES) % WEEK_MINUTES;

/** Each period of a week: its first minute, and its length. */
const periodsOf = ({ hours }: WeeklyHours): { begins: number; length: number }[] =>
  hours.flatMap(({ days, from, to }) => {
    const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
    return days.map((day) => ({ begins: (day - 1) * DAY_MINUTES + minutesOf(from), length }));
  });

/**
 * The end of the last hours before a moment outside of them, to the minute; null for a moment inside. Hours whose end
 * is before their beginning end on the next day.
 */
export function endedBefore(weekly: WeeklyHours, at: Date): Date | null {
  const now = minutesOfWeek(at, weekly.time_zone);
  const periods = periodsOf(weekly);
  if (periods.some(({ begins, length }) => sinceLast(begins, now) < length)) return null;
  const minutes = Math.min(...periods.map(({ begins, length }) => sinceLast(begins + length, now)));
  return new Date((Math.floor(at.getTime() / MINUTE_MS) - minutes) * MINUTE_MS);
}

/** Whether a moment is inside the hours. */
export const isInside = (weekly: WeeklyHours, at: Date): boolean => endedBefore(weekly, at) === null;
