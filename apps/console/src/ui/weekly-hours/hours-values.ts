import type { WeeklyHours } from '@parley/common/workspace/weekly-hours';
import { textOf, ticksOf } from '../forms/form-values.ts';

export type Hours = WeeklyHours['hours'][number];
export const WORKING_HOURS: Hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };

/** The hours in a form with `HoursFields`, which are numbered rows. */
export const hoursOf = (form: FormData): WeeklyHours => ({
  time_zone: textOf(form, 'time_zone'),
  hours: ticksOf(form, 'rows').map((row) => ({
    days: ticksOf(form, `days-${row}`).map(Number),
    from: textOf(form, `from-${row}`),
    to: textOf(form, `to-${row}`),
  })),
});
