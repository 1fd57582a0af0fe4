import { invalidField } from '@parley/common/errors';
import { TimeZone } from '@parley/common/fields';
import type { WeeklyHours } from '@parley/common/workspace/weekly-hours';
import type { CallWindow, WaCallHours } from '@parley/providers/graph/numbers/wa-call-settings';

/** Meta takes at most this many periods of a day. */
const WINDOWS_OF_DAY_MAX = 2;
/** Meta's last minute of a day. */
const DAY_END = 23 * 60 + 59;
const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** A period of one weekday, in minutes since midnight. */
interface Period {
  day: number;
  from: number;
  to: number;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(-2));
const digits = (value: number): string => String(value).padStart(2, '0');
const clockOf = (minutes: number, between: string): string =>
  `${digits(Math.floor(minutes / 60))}${between}${digits(minutes % 60)}`;

/** The periods of the days that a row names; one that ends on the next day is two. */
const periodsOf = ({ days, from, to }: WeeklyHours['hours'][number]): Period[] =>
  days.flatMap((day) => {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start < end) return [{ day, from: start, to: end }];
    const first = { day, from: start, to: DAY_END };
    return end === 0 ? [first] : [first, { day: (day % 7) + 1, from: 0, to: end }];
  });

/** Joins the periods of a day that overlap, or follow each other. */
function joined(periods: readonly Period[]): Period[] {
  const whole: Period[] = [];
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && period.from <= last.to) last.to = Math.max(last.to, period.to);
    else whole.push({ ...period });
  }
  return whole;
}

/**
 * Hours in Meta's form: periods of a day, which keep the days with hours of their own. Errors: invalid_hours where a day has
 * more periods than Meta takes.
 */
export function toCallHours({ time_zone: timeZone, hours }: WeeklyHours, known: WaCallHours | null): WaCallHours {
  const periods = hours.flatMap(periodsOf);
  const weekly = DAYS.flatMap((day): CallWindow[] => {
    const ofDay = joined(periods.filter((period) => period.day === day));
    if (ofDay.length > WINDOWS_OF_DAY_MAX)
      throw invalidField('hours', 'hours must have at most two periods of each day: join some of them.');
    return ofDay.map(({ from, to }) => ({ day, open: clockOf(from, ''), close: clockOf(to, '') }));
  });
  return { isOn: true, timeZone, weekly, holidays: known?.holidays ?? [] };
}

/** Hours of Meta as they are shown; null: people can call at any time, or the hours cannot be shown. */
export function fromCallHours(known: WaCallHours | null): WeeklyHours | null {
  if (!known?.isOn || known.weekly.length === 0 || !TimeZone.safeParse(known.timeZone).success) return null;
  const rows = new Map<string, WeeklyHours['hours'][number]>();
  for (const { day, open, close } of known.weekly) {
    const [from, to] = [clockOf(minutesOf(open), ':'), clockOf(minutesOf(close), ':')];
    const row = rows.get(from + to) ?? { days: [], from, to };
    if (!row.days.includes(day)) row.days.push(day);
    rows.set(from + to, row);
  }
  return { time_zone: known.timeZone ?? '', hours: [...rows.values()] };
}
