import { expect, test } from 'vitest';
import { makeId, timeOfId } from './ids.ts';

test.each([0, 1, Date.UTC(2026, 10, 26)])('an identifier made at %d has that time', (now) => {
  expect(timeOfId(makeId('evt', now))).toBe(now);
});

test.each(['', 'evt_', 'evt_01k0a2b3c', 'evt_uuuuuuuuuuuu'])('%j has no time', (id) => {
  expect(timeOfId(id)).toBeNull();
});
