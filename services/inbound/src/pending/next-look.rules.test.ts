import { describe, expect, test } from 'vitest';
import { nextLookMs } from './next-look.rules.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe('the next check of a waiting update', () => {
  test.each([
    [0, 500],
    [2 * SECOND, 500],
    [8 * SECOND, 2 * SECOND],
    [60 * SECOND, 15 * SECOND],
    [HOUR, 15 * 60 * SECOND],
    [4 * HOUR, HOUR],
    [6 * DAY, HOUR],
    [-5 * SECOND, 500],
  ])('for a message, after %d ms: in %d ms', (ageMs, wanted) => {
    expect(nextLookMs({ ageMs, waitsForSend: false })).toBe(wanted);
  });

  test.each([
    [0, 500],
    [59 * SECOND, 500],
    [60 * SECOND, 30 * SECOND],
    [DAY, 30 * SECOND],
  ])('for a send, after %d ms: in %d ms', (ageMs, wanted) => {
    expect(nextLookMs({ ageMs, waitsForSend: true })).toBe(wanted);
  });

  test('an update is checked about two hundred times in the week before it is dropped', () => {
    let looks = 0;
    for (let ageMs = 0; ageMs < 7 * DAY; looks++) ageMs += nextLookMs({ ageMs, waitsForSend: false });
    expect(looks).toBeLessThan(230);
  });
});
