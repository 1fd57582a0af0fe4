import { expect, test } from 'vitest';
import { decideAlarm, measureDisk, measureQueue } from './decide-alarm.rules.ts';

const NOW = new Date('2026-07-01T12:00:00Z');
const MB = 1024 * 1024;
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

test.each([
  [3000, { isOver: false, isBack: true, value: '2.9 GB' }],
  [2500, { isOver: false, isBack: true, value: '2.4 GB' }],
  [2499, { isOver: false, isBack: false, value: '2.4 GB' }],
  [2000, { isOver: false, isBack: false, value: '2.0 GB' }],
  [1999, { isOver: true, isBack: false, value: '2.0 GB' }],
  [512, { isOver: true, isBack: false, value: '512 MB' }],
])('%i MB are free, and the threshold is 2000 MB', (megabytes, expected) => {
  expect(measureDisk(megabytes * MB, 2000)).toMatchObject(expected);
});

test.each([
  [null, { isOver: false, isBack: true, value: '0 s' }],
  [ago(-60), { isOver: false, isBack: true, value: '0 s' }],
  [ago(450), { isOver: false, isBack: true, value: '7 min' }],
  [ago(451), { isOver: false, isBack: false, value: '7 min' }],
  [ago(900), { isOver: false, isBack: false, value: '15 min' }],
  [ago(901), { isOver: true, isBack: false, value: '15 min' }],
])('work waits since %s, and the threshold is 900 s', (since, expected) => {
  expect(measureQueue(since, 900, NOW)).toMatchObject(expected);
});

test('a threshold of 0 measures nothing, and neither does a machine without a data directory', () => {
  expect(measureDisk(0, 0)).toBeNull();
  expect(measureDisk(null, 2000)).toBeNull();
  expect(measureQueue(ago(9000), 0, NOW)).toBeNull();
});

test.each([
  [false, 1999, 'raise'],
  [true, 1000, 'keep'],
  [true, 2000, 'keep'],
  [true, 2499, 'keep'],
  [true, 2500, 'clear'],
  [false, 2000, 'keep'],
  [false, 9999, 'keep'],
] as const)('an alarm that is raised (%s) at %i MB of 2000: %s', (isRaised, megabytes, expected) => {
  const measured = measureDisk(megabytes * MB, 2000);
  expect(measured && decideAlarm(isRaised, measured)).toBe(expected);
});
