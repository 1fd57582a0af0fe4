import type { WaCallHours } from '@parley/providers/graph/numbers/wa-call-settings';
import { expect, test } from 'vitest';
import { fromCallHours, toCallHours } from './call-hours.rules.ts';

const ZONE = 'Asia/Dubai';
const HOLIDAY = { date: '2026-12-02', start_time: '0000', end_time: '2359' };
const row = (days: number[], from: string, to: string) => ({ days, from, to });
const weeklyOf = (...hours: ReturnType<typeof row>[]) => toCallHours({ time_zone: ZONE, hours }, null).weekly;

test('hours become periods of each day, and keep the days with hours of their own', () => {
  const known: WaCallHours = { isOn: false, timeZone: 'UTC', weekly: [], holidays: [HOLIDAY] };
  expect(toCallHours({ time_zone: ZONE, hours: [row([1, 3], '09:00', '17:30')] }, known)).toEqual({
    isOn: true,
    timeZone: ZONE,
    weekly: [
      { day: 1, open: '0900', close: '1730' },
      { day: 3, open: '0900', close: '1730' },
    ],
    holidays: [HOLIDAY],
  });
});

test.each([
  [[row([7], '22:00', '02:00')], ['1 0000-0200', '7 2200-2359']],
  [[row([5], '18:00', '00:00')], ['5 1800-2359']],
  [[row([2], '09:00', '12:00'), row([2], '12:00', '15:00')], ['2 0900-1500']],
  [[row([2], '09:00', '18:00'), row([2], '10:00', '12:00')], ['2 0900-1800']],
  [
    [row([2], '14:00', '18:00'), row([2], '09:00', '12:00')],
    ['2 0900-1200', '2 1400-1800'],
  ],
])('%j become %j', (hours, periods) => {
  expect(weeklyOf(...hours).map(({ day, open, close }) => `${day} ${open}-${close}`)).toEqual(periods);
});

test('three periods of one day are refused by name', () => {
  const three = [row([1], '08:00', '09:00'), row([1], '10:00', '11:00'), row([1, 2], '12:00', '13:00')];
  expect(() => weeklyOf(...three)).toThrowError(expect.objectContaining({ code: 'invalid_hours', status: 400 }));
});

test('periods of Meta with the same times are one row', () => {
  const hours = [row([1, 2], '09:00', '12:00'), row([2], '14:00', '18:00')];
  const written = toCallHours({ time_zone: ZONE, hours }, null);
  expect(fromCallHours(written)).toEqual({ time_zone: ZONE, hours });
});

test.each([
  ['that are off', { isOn: false }],
  ['of which Meta does not say whether they are on', { isOn: null }],
  ['without a period', { weekly: [] }],
  ['in an unknown time zone', { timeZone: 'Mars/Olympus' }],
])('hours %s are not shown', (_what, changed) => {
  const weekly = [{ day: 1, open: '0900', close: '1700' }];
  expect(fromCallHours({ isOn: true, timeZone: ZONE, weekly, holidays: [], ...changed })).toBeNull();
});
