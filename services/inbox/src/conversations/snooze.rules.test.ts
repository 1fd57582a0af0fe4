import { expect, test } from 'vitest';
import { readSnooze } from './snooze.rules.ts';

const NOW = new Date('2026-11-26T21:00:00.000Z');

test.each([
  ['now', '2026-11-26T21:00:00Z'],
  ['the past', '2026-11-26T20:59:59.999Z'],
  ['1970', '1970-01-01T00:00:00Z'],
  ['year 9999', '9999-12-31T23:59:59Z'],
  ['more than a year ahead', '2027-11-28T00:00:00Z'],
  ['no time', 'soon'],
])('refuses %s', (_title, until) => {
  expect(() => readSnooze({ until }, NOW)).toThrow(expect.objectContaining({ code: 'invalid_snooze_until' }));
});

test('takes a time in any zone, the next message of the customer, the end of a snooze, and nothing', () => {
  expect(readSnooze({ until: '2026-11-27T09:00:00+03:00' }, NOW)).toEqual({ until: new Date('2026-11-27T06:00:00Z') });
  expect(readSnooze({}, NOW)).toEqual({ until: null });
  expect(readSnooze(null, NOW)).toBeNull();
  expect(readSnooze(undefined, NOW)).toBeUndefined();
});
