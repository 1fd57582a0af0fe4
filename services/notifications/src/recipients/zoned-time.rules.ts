import { minutesOf, type WallTime, wallTimeOf } from '@parley/runtime/wall-time';

/** Hours from..to of every day, as HH:MM; past midnight when `to` is earlier. */
export interface QuietHours {
  from: string;
  to: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** In minutes; no time zone shifts its clock by more. */
const MAX_SHIFT = 24 * 60;

const asUtcMinutes = ({ year, month, day, minutes }: WallTime): number =>
  Date.UTC(year, month - 1, day) / MINUTE_MS + minutes;

/**
 * The first moment at which the clock of a time zone shows this time or a later one of that day: the moment of the
 * change when the clock skips the time, the first of two when it shows the time twice.
 */
function momentOf(wall: WallTime, timeZone: string): Date {
  const wanted = asUtcMinutes(wall);
  let before = wanted - MAX_SHIFT;
  let reached = wanted + MAX_SHIFT;
  // Around a clock change, "shows the time or a later one" may be true, false and true again: this finds the first.
  const shows = (minutes: number): number => asUtcMinutes(wallTimeOf(new Date(minutes * MINUTE_MS), timeZone));
  const first = wanted - (shows(before) - before);
  if (shows(first) >= wanted && shows(first - 1) < wanted) return new Date(first * MINUTE_MS);
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (shows(middle) >= wanted) reached = middle;
    else before = middle;
  }
  return new Date(reached * MINUTE_MS);
}

const dayAfter = (wall: WallTime): WallTime => {
  const next = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + 1));
  return { ...wall, year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
};

/** The next moment, after `at`, at which the clock of a time zone shows HH:MM. */
export function nextAt(clock: string, timeZone: string, at: Date): Date {
  const today = { ...wallTimeOf(at, timeZone), minutes: minutesOf(clock) };
  const moment = momentOf(today, timeZone);
  return moment > at ? moment : momentOf(dayAfter(today), timeZone);
}

/** The end of the quiet hours that contain a moment; null outside of them. */
export function quietUntil(quiet: QuietHours | null, timeZone: string, at: Date): Date | null {
  if (!quiet) return null;
  const from = minutesOf(quiet.from);
  const length = (minutesOf(quiet.to) - from + DAY_MINUTES) % DAY_MINUTES;
  const since = (wallTimeOf(at, timeZone).minutes - from + DAY_MINUTES) % DAY_MINUTES;
  return since < length ? nextAt(quiet.to, timeZone, at) : null;
}
