import { memoizeBounded } from './bounded-map.ts';

/** A calendar day and a time of day in a time zone. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  minutes: number;
}

/** Exceeds the number of time zones. */
const ZONES_KEPT = 1000;

const formatOf = memoizeBounded(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ZONES_KEPT,
);

/** The wall time of a time zone at a point in time. */
export function wallTimeOf(at: Date, timeZone: string): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    minutes: part('hour') * 60 + part('minute'),
  };
}

/** Minutes since midnight of HH:MM. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
