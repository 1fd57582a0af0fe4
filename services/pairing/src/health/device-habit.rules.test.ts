import { describe, expect, test } from 'vitest';
import { isSilent, learnHabit, quietBefore } from './device-habit.rules.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const HOUR = 3600;

describe('the habit of a device', () => {
  test.each([
    ['the first message teaches no pause', null, null, { lastHeardAt: NOW, habitSeconds: null }],
    ['the first pause is the habit', ago(300), null, { lastHeardAt: NOW, habitSeconds: 300 }],
    ['a later pause counts a tenth', ago(300), 100, { lastHeardAt: NOW, habitSeconds: 120 }],
    ['the same pause changes nothing', ago(300), 300, { lastHeardAt: NOW, habitSeconds: 300 }],
    ['a message of the same moment changes nothing', NOW, 300, { lastHeardAt: NOW, habitSeconds: 300 }],
    ['a message from before changes nothing', ago(-10), 300, { lastHeardAt: ago(-10), habitSeconds: 300 }],
    ['a message from before teaches no first pause', ago(-10), null, { lastHeardAt: ago(-10), habitSeconds: null }],
  ])('%s', (_, lastHeardAt, habitSeconds, expected) => {
    expect(learnHabit({ lastHeardAt, habitSeconds }, NOW)).toEqual(expected);
  });
});

describe('silence', () => {
  test.each([
    ['a device that never heard is not silent', null, null, false],
    ['a device without a habit is not silent', ago(100 * HOUR), null, false],
    ['exactly two hours are not enough', ago(2 * HOUR), 60, false],
    ['more than two hours are', ago(2 * HOUR + 1), 60, true],
    ['exactly ten times its pause is not enough', ago(10 * HOUR), HOUR, false],
    ['more than ten times its pause is', ago(10 * HOUR + 1), HOUR, true],
    ['two hours of a device that hears every hour are nothing', ago(3 * HOUR), HOUR, false],
  ])('%s', (_, lastHeardAt, habitSeconds, expected) => {
    expect(isSilent({ lastHeardAt, habitSeconds }, NOW)).toBe(expected);
  });

  test('no device that heard within the bound can be silent', () => {
    expect(isSilent({ lastHeardAt: quietBefore(NOW), habitSeconds: 0 }, NOW)).toBe(false);
    expect(isSilent({ lastHeardAt: new Date(quietBefore(NOW).getTime() - 1), habitSeconds: 0 }, NOW)).toBe(true);
  });
});
