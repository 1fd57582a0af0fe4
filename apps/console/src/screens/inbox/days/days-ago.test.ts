import { expect, test } from 'vitest';
import { daysAgo } from './days-ago.ts';

const at = (day: number, hour: number): number => new Date(2026, 2, day, hour).getTime();

test.each([
  ['the same hour', at(9, 12), 0],
  ['the first hour of today', at(9, 0), 0],
  ['the last hour of yesterday', at(8, 23), 1],
  ['a day of another month', at(-1, 12), 10],
  ['tomorrow', at(10, 1), -1],
])('%s, by the calendar of the reader', (_, then, days) => {
  expect(daysAgo(new Date(then).toISOString(), at(9, 12))).toBe(days);
});
