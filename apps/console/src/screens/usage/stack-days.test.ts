import { expect, test } from 'vitest';
import { stackDays } from './stack-days.ts';

const NONE = { messages_in: 0, messages_out: 0, messages_failed: 0, cost: null };
const PERIOD = { days: 3, today: '2030-03-01', channels: ['wa', 'tg'] };

test('every day of the period is there, also over the end of a month, and days without messages are empty', () => {
  const items = [{ ...NONE, day: '2030-02-28', channel: 'wa', messages_in: 2, messages_out: 3 }];
  expect(stackDays(items, PERIOD)).toEqual([
    { day: '2030-02-27', total: 0, parts: [] },
    { day: '2030-02-28', total: 5, parts: [{ channel: 'wa', count: 5, from: 0 }] },
    { day: '2030-03-01', total: 0, parts: [] },
  ]);
});

test('channels are stacked in their order, whatever the order of the items', () => {
  const items = [
    { ...NONE, day: '2030-03-01', channel: 'tg', messages_in: 4 },
    { ...NONE, day: '2030-03-01', channel: 'wa', messages_out: 1 },
  ];
  expect(stackDays(items, PERIOD).at(-1)).toEqual({
    day: '2030-03-01',
    total: 5,
    parts: [
      { channel: 'wa', count: 1, from: 0 },
      { channel: 'tg', count: 4, from: 1 },
    ],
  });
});
