import { expect, test } from 'vitest';
import { isAlarming, isLimited, isLookDue, readNewChats } from './quota.rules.ts';

test.each<[unknown, ReturnType<typeof readNewChats>]>([
  [
    { capping_status: 'FIRST_WARNING', total_quota: 40, used_quota: '31', cycle_end_timestamp: '1796040000' },
    { status: 'FIRST_WARNING', total: 40, used: 31, resetsAt: '2026-11-30T12:00:00.000Z' },
  ],
  [
    { capping_status: 'NONE', total_quota: -1, used_quota: 0 },
    { status: 'NONE', total: null, used: 0, resetsAt: null },
  ],
  [
    { capping_status: 'A_LATER_WORD', total_quota: 'many', used_quota: {}, cycle_end_timestamp: 1e300 },
    { status: 'A_LATER_WORD', total: null, used: null, resetsAt: null },
  ],
  [{ capping_status: '' }, null],
  [{ capping_status: 'X'.repeat(65) }, null],
  [{ capping_status: 3 }, null],
  [null, null],
  ['CAPPED', null],
])('reads %j', (given, expected) => {
  expect(readNewChats(given)).toEqual(expected);
});

test('every word but NONE is a limit, and the operator is alarmed before the last chat', () => {
  const states = ['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED'].map((status) => {
    const given = { status, used: null, total: null, resetsAt: null };
    return [isLimited(given), isAlarming(given)];
  });
  expect(states).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
});

const HOUR_MS = 3_600_000;
test.each([
  ['never looked', null, 0, 1, true],
  ['five hours ago', 10 * HOUR_MS, 9 * HOUR_MS, 15 * HOUR_MS, false],
  ['six hours ago', 10 * HOUR_MS, 9 * HOUR_MS, 16 * HOUR_MS, true],
  ['connected since, half an hour ago', 10 * HOUR_MS, 10.2 * HOUR_MS, 10.5 * HOUR_MS, false],
  ['connected since, an hour ago', 10 * HOUR_MS, 10.2 * HOUR_MS, 11 * HOUR_MS, true],
])('a device that %s', (_, checkedAtMs, connectedAtMs, nowMs, expected) => {
  expect(isLookDue({ checkedAtMs, connectedAtMs }, nowMs)).toBe(expected);
});
