import { expect, test } from 'vitest';
import { dayLines } from './day-lines.ts';

test('sums the channels of each day, oldest first, with 0 for a day without messages', () => {
  const item = { messages_in: 1, messages_out: 2, messages_failed: 0, cost: '0.25' };
  const items = [
    { ...item, day: '2026-03-01' },
    { ...item, day: '2026-03-03', messages_failed: 1 },
    { ...item, day: '2026-03-03', cost: null },
    // Read just before midnight.
    { ...item, day: '2026-02-28' },
  ];
  const now = Date.parse('2026-03-03T23:59:59.999Z');
  expect(dayLines(items, { days: 3, now })).toEqual({
    messages_in: [1, 0, 2],
    messages_out: [2, 0, 4],
    messages_failed: [0, 0, 1],
    cost: [0.25, 0, 0.25],
  });
});
