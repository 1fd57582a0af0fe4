import { expect, test } from 'vitest';
import { type BegunChat, decideNewChat, findLock, newChatsPerDay, pauseAfter } from './new-chat.rules.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hoursAgo = (hours: number, chat: string): BegunChat => ({ at: NOW - hours * HOUR_MS, chat, pauseMs: 1000 });
const decide = (before: BegunChat[], chat = 'new', perDay = 3) =>
  decideNewChat(before, { chat, pauseMs: 2000 }, { now: NOW, perDay });

test.each([
  [0, 10],
  [1.99, 10],
  [2, 20],
  [6.99, 20],
  [7, 40],
  [400, 40],
])('a link of %d days begins %d chats in 24 hours', (days, perDay) => {
  expect(newChatsPerDay(new Date(NOW - days * DAY_MS), NOW)).toBe(perDay);
});

test('a link of unknown age is no new one', () => {
  expect(newChatsPerDay(null, NOW)).toBe(40);
});

test('a chat is begun, and stored with its time', () => {
  expect(decide([])).toEqual({ begun: [{ at: NOW, chat: 'new', pauseMs: 2000 }] });
});

test('after as many as the day has, the next waits until the oldest of them is a day old', () => {
  const before = [hoursAgo(20, 'a'), hoursAgo(5, 'b'), hoursAgo(1, 'c')];
  expect(decide(before)).toEqual({ retryAfterMs: 4 * HOUR_MS });
  // The limit was higher when the earlier ones were begun.
  expect(decide(before, 'new', 2)).toEqual({ retryAfterMs: 19 * HOUR_MS });
  expect(decide([hoursAgo(25, 'a'), ...before.slice(1)])).toMatchObject({ begun: [{ chat: 'b' }, { chat: 'c' }, {}] });
});

test('two new chats have a pause between them', () => {
  const before = [{ at: NOW - 500, chat: 'a', pauseMs: 1700 }];
  expect(decide(before)).toEqual({ retryAfterMs: 1200 });
  expect(decide(before, 'a')).toEqual({ begun: before });
});

test('a chat of the last day is not counted again', () => {
  const full = [hoursAgo(20, 'a'), hoursAgo(5, 'b'), hoursAgo(1, 'c')];
  expect(decide(full, 'b')).toEqual({ begun: full });
});

test('a pause has one to three seconds', () => {
  expect([0, 0.5, 0.9999].map(pauseAfter)).toEqual([1000, 2000, 2999]);
});

const capped = (status: string, resetsAt: string | null) => ({ status, used: 40, total: 40, resetsAt });
const restricted = (until: Date | null, name: 'restricted' | 'capped' = 'restricted') => ({ name, until, kind: null });

test.each([
  ['nothing', null, null, null],
  ['a lock with an end', restricted(new Date(NOW + 60_000)), null, { retryAfterMs: 60_000 }],
  ['a lock without an end', restricted(null), null, { retryAfterMs: null }],
  ['a lock that is over', restricted(new Date(NOW - 1)), null, null],
  ['a warning', restricted(null, 'capped'), capped('SECOND_WARNING', null), null],
  ['no chats left', null, capped('CAPPED', '2026-03-10T13:00:00.000Z'), { retryAfterMs: HOUR_MS }],
  ['no chats left in a cycle that is over', null, capped('CAPPED', '2026-03-10T11:00:00.000Z'), null],
  ['no chats left, until nobody knows when', null, capped('CAPPED', null), { retryAfterMs: null }],
])('with %s the network lets a device begin chats accordingly', (_name, restriction, newChats, lock) => {
  expect(findLock({ restriction, newChats }, new Date(NOW))).toEqual(lock);
});
