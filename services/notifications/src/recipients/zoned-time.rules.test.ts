import { describe, expect, test } from 'vitest';
import { nextAt, quietUntil } from './zoned-time.rules.ts';

const NIGHT = { from: '22:00', to: '07:00' };

describe('the next time that a clock shows', () => {
  test.each([
    ['later today', '08:00', 'Asia/Kuwait', '2026-07-01T04:00:00Z', '2026-07-01T05:00:00Z'],
    ['tomorrow, at the very moment', '08:00', 'Asia/Kuwait', '2026-07-01T05:00:00Z', '2026-07-02T05:00:00Z'],
    ['over the end of a year', '08:00', 'UTC', '2026-12-31T09:00:00Z', '2027-01-01T08:00:00Z'],
    ['the day before in UTC', '08:00', 'Pacific/Auckland', '2026-07-01T21:00:00Z', '2026-07-02T20:00:00Z'],
    ['behind UTC', '08:00', 'America/Los_Angeles', '2026-07-01T02:00:00Z', '2026-07-01T15:00:00Z'],
    ['with an offset of half an hour', '08:00', 'Asia/Kolkata', '2026-07-01T00:00:00Z', '2026-07-01T02:30:00Z'],
    ['on the day the clock goes forward', '08:00', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    ['on the day the clock goes back', '08:00', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
    ['a time that is left out: the change', '02:30', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T01:00:00Z'],
    ['a time that comes twice: the first', '02:30', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T00:30:00Z'],
    ['between the two: tomorrow', '02:30', 'Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-26T01:30:00Z'],
    ['where midnight is left out', '00:00', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00Z'],
  ])('%s', (_case, clock, zone, at, expected) => {
    expect(nextAt(clock, zone, new Date(at)).toISOString()).toBe(new Date(expected).toISOString());
  });
});

describe('quiet hours', () => {
  test.each([
    ['in the evening', NIGHT, 'Asia/Kuwait', '2026-07-01T20:00:00Z', '2026-07-02T04:00:00Z'],
    ['at their first minute', NIGHT, 'UTC', '2026-07-01T22:00:00Z', '2026-07-02T07:00:00Z'],
    ['in their last minute', NIGHT, 'UTC', '2026-07-02T06:59:59Z', '2026-07-02T07:00:00Z'],
    ['not at their end', NIGHT, 'UTC', '2026-07-02T07:00:00Z', null],
    ['not before them', NIGHT, 'UTC', '2026-07-01T21:59:59Z', null],
    ['within a day', { from: '12:00', to: '14:00' }, 'UTC', '2026-07-01T13:00:00Z', '2026-07-01T14:00:00Z'],
    ['the short night', NIGHT, 'Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T05:00:00Z'],
    ['the long night', NIGHT, 'Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25T06:00:00Z'],
    [
      'whose end is left out',
      { from: '01:00', to: '02:30' },
      'Europe/Berlin',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
    ['not set', null, 'UTC', '2026-07-01T23:00:00Z', null],
  ])('%s', (_case, quiet, zone, at, expected) => {
    expect(quietUntil(quiet, zone, new Date(at))?.toISOString() ?? null).toBe(
      expected === null ? null : new Date(expected).toISOString(),
    );
  });
});
