import { expect, test } from 'vitest';
import { snoozeTimes } from './snooze-times.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const [SUNDAY, MONDAY] = [0, 1];

test('later today is at the full hour after three hours', () => {
  expect(snoozeTimes(at(26, 10, 20), MONDAY).later).toBe(at(26, 14));
  expect(snoozeTimes(at(26, 10), MONDAY).later).toBe(at(26, 13));
});

test('late in the evening there is no later today', () => {
  expect(snoozeTimes(at(26, 19, 59), MONDAY).later).toBe(at(26, 23));
  expect(snoozeTimes(at(26, 20, 30), MONDAY).later).toBeNull();
});

test('tomorrow and next week are at nine in the morning', () => {
  // A Thursday.
  expect(snoozeTimes(at(26, 10), MONDAY)).toMatchObject({ tomorrow: at(27, 9), nextWeek: at(30, 9) });
  expect(snoozeTimes(at(26, 10), SUNDAY).nextWeek).toBe(at(29, 9));
});

test('on the first working day next week is in seven days', () => {
  expect(snoozeTimes(at(30, 8), MONDAY).nextWeek).toBe(new Date(2026, 11, 7, 9).getTime());
});
