import type { WeeklyHours } from '@parley/common/workspace/weekly-hours';
import { expect, test } from 'vitest';
import { endedBefore, isInside } from './weekly-hours.ts';

// docs/reference/console.md#business-hours. 2026-11-27 is a Friday; Kuwait is three hours ahead of UTC.
const office: WeeklyHours = {
  time_zone: 'Asia/Kuwait',
  hours: [
    { days: [1, 2, 3, 4], from: '09:00', to: '12:00' },
    { days: [1, 2, 3, 4], from: '13:00', to: '17:00' },
    { days: [5], from: '22:00', to: '02:00' },
  ],
};

test.each([
  ['in the morning', '2026-11-26T06:00:00Z'],
  ['in the last minute', '2026-11-26T13:59:59Z'],
  ['before midnight of a night', '2026-11-27T19:00:00Z'],
  ['after midnight of a night', '2026-11-27T22:59:00Z'],
])('%s it is open', (_title, at) => {
  expect(isInside(office, new Date(at))).toBe(true);
  expect(endedBefore(office, new Date(at))).toBeNull();
});

test.each([
  ['at noon it closed just now', '2026-11-26T09:00:30Z', '2026-11-26T09:00:00Z'],
  ['in the break it closed at its beginning', '2026-11-26T09:59:59Z', '2026-11-26T09:00:00Z'],
  ['in the evening it closed at five', '2026-11-26T20:00:00Z', '2026-11-26T14:00:00Z'],
  ['in the next morning it closed at five of the day before', '2026-11-26T05:59:00Z', '2026-11-25T14:00:00Z'],
  ['after the night it closed at its end', '2026-11-27T23:00:00Z', '2026-11-27T23:00:00Z'],
  ['on Monday before it opens it closed in the night to Saturday', '2026-11-30T05:00:00Z', '2026-11-27T23:00:00Z'],
])('%s', (_title, at, closed) => {
  expect(endedBefore(office, new Date(at))).toEqual(new Date(closed));
});

test('every moment of a week has one end of the hours before it, until the next one', () => {
  const start = Date.parse('2026-11-23T00:00:00Z');
  const ends = new Set<string>();
  for (let minute = 0; minute < 7 * 1440; minute++) {
    const closed = endedBefore(office, new Date(start + minute * 60_000));
    if (closed) ends.add(closed.toISOString());
  }
  // Two ends a day for four days, one in the night to Saturday, and the last one of the week before.
  expect(ends.size).toBe(10);
});
