import type { Channel } from '@parley/common/channels';
import { expect, test } from 'vitest';
import { examinedFor, MAX_EXAMINED, pickAllowed } from './reading.rules.ts';

const rows = (...channels: Channel[]) => channels.map((channel, id) => ({ channel, id }));
const pick = (channels: Channel[], given: { limit: number; examined: number }) => {
  const { shown, last } = pickAllowed(rows(...channels), ['wa'], given);
  return [shown.map(({ id }) => id), last?.id ?? null];
};

test('a page has the allowed rows, and the next one starts after the last row that was examined', () => {
  expect(pick(['wa', 'tg', 'wa'], { limit: 2, examined: 3 })).toEqual([[0, 2], null]);
  expect(pick(['wa', 'tg', 'wa', 'wa'], { limit: 2, examined: 4 })).toEqual([[0, 2], 2]);
  expect(pick(['wa', 'tg', 'tg', 'wa'], { limit: 2, examined: 3 })).toEqual([[0], 2]);
  expect(pick(['tg', 'tg', 'tg'], { limit: 2, examined: 2 })).toEqual([[], 1]);
  expect(pick(['wa', 'tg', 'wa'], { limit: 1, examined: 3 })).toEqual([[0], 1]);
  expect(pick([], { limit: 2, examined: 3 })).toEqual([[], null]);
});

test('a key of every channel examines no more than it shows', () => {
  expect(examinedFor(['wa', 'wd', 'tg', 'fb', 'ig', 'tt'], 20)).toBe(20);
  expect(examinedFor(['wa'], 20)).toBe(MAX_EXAMINED);
});
