import { expect, test } from 'vitest';
import { replyUntil, windowAfter } from './reply-until.ts';

const at = (hour: number, millisecond = 0) => new Date(Date.UTC(2026, 0, 1, hour, 0, 0, millisecond));

test.each([
  ['wa', at(0), at(1), at(24)],
  ['wa', at(0), at(23, 999), at(24)],
  ['wa', at(0), at(24), null],
  ['wa', at(0), at(30), null],
  ['wa', null, at(1), null],
  ['wd', at(0), at(1), null],
  ['fb', at(0), at(1), null],
] as const)('on %s, with a customer’s message at %o, asked at %o', (channel, lastInboundAt, now, end) => {
  expect(replyUntil(channel, lastInboundAt, now)).toEqual(end);
});

test('a message opens the window for 24 hours', () => {
  expect(windowAfter('wa', at(2))).toEqual(at(26));
  expect(windowAfter('tg', at(2))).toBeNull();
});
