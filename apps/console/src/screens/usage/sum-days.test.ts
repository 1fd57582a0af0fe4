import { expect, test } from 'vitest';
import { sumDays } from './sum-days.ts';

test('adds up the channels of each day, and sorts the days', () => {
  const figures = { messages_in: 1, messages_out: 2, messages_failed: 1 };
  expect(
    sumDays([
      { day: '2026-02-02', channel: 'wa', ...figures },
      { day: '2026-02-01', channel: 'tg', ...figures },
      { day: '2026-02-02', channel: 'tg', ...figures },
    ]),
  ).toEqual([
    { day: '2026-02-01', messagesIn: 1, messagesOut: 2 },
    { day: '2026-02-02', messagesIn: 2, messagesOut: 4 },
  ]);
});
