import { expect, test } from 'vitest';
import { type HeardPresence, makePresenceTracker } from './presence-tracker.ts';

const ME = { tenantId: 1, person: 'mem_me' };

function open(maxPeople?: number) {
  const clock = { ms: 0 };
  const desk = makePresenceTracker({ nowMs: () => clock.ms, ...(maxPeople === undefined ? {} : { maxPeople }) });
  let seq = 0;
  const hear = (changes: Partial<HeardPresence>): void =>
    desk.hear({
      ...{ tenantId: 1, conversationId: 5, person: 'mem_sara', memberId: 'mem_sara', tab: 'tab', doing: 'looking' },
      seq: ++seq,
      ...changes,
    });
  const others = (tenantId = 1, conversationId = 5) =>
    desk.others({ ...ME, tenantId }, conversationId).people.map(({ member_id }) => member_id);
  return { desk, clock, hear, others };
}

test('keeps conversations with the same number in two tenants apart', () => {
  const { hear, others } = open();
  hear({ tenantId: 2 });
  expect(others(1)).toEqual([]);
  expect(others(2)).toEqual(['mem_sara']);
});

test('keeps at most sixteen tabs and answers of a person, and drops the one with the oldest report', () => {
  const { desk, hear, others } = open();
  for (let at = 0; at < 40; at++) hear({ tab: `tab-${at}`, conversationId: 100 + at });
  expect(desk.size()).toBe(16);
  expect(others(1, 100)).toEqual([]);
  expect(others(1, 139)).toEqual(['mem_sara']);
});

test('drops the person with the oldest report when there are too many people', () => {
  const { desk, hear, others } = open(2);
  hear({ person: 'mem_a', memberId: 'mem_a' });
  hear({ person: 'mem_b', memberId: 'mem_b' });
  hear({ person: 'mem_a', memberId: 'mem_a' });
  hear({ person: 'mem_c', memberId: 'mem_c' });
  expect(others()).toEqual(['mem_a', 'mem_c']);
  expect(desk.size()).toBe(2);
});

test('drops only people of the tenant that has too many', () => {
  const { hear, others, desk } = open(10);
  hear({ tenantId: 2, person: 'mem_shop', memberId: 'mem_shop' });
  for (let at = 0; at < 50; at++) hear({ person: `mem_${at}`, memberId: `mem_${at}` });
  expect(others(2)).toEqual(['mem_shop']);
  expect(others(1)).toHaveLength(9);
  expect(desk.size()).toBe(10);
  // A tenant that arrives later gets its share as well.
  hear({ tenantId: 3, person: 'mem_late', memberId: 'mem_late' });
  expect(others(3)).toEqual(['mem_late']);
  expect(others(2)).toEqual(['mem_shop']);
});

test('frees the memory of expired signs', () => {
  const { desk, clock, hear } = open();
  for (let at = 0; at < 50; at++) hear({ person: `mem_${at}` });
  clock.ms += 60_000;
  hear({ person: 'mem_new' });
  expect(desk.size()).toBe(1);
});

test('places a person where their tabs are, not where they left or only answered', () => {
  const { desk, hear } = open();
  hear({ person: ME.person, tab: 'one', conversationId: 5 });
  hear({ person: ME.person, tab: 'two', conversationId: 6, doing: 'writing' });
  hear({ person: ME.person, tab: 'three', conversationId: 7, doing: 'left' });
  hear({ person: ME.person, tab: 'four', conversationId: 8, doing: 'answered' });
  expect(desk.conversationsOf(ME)).toEqual([5, 6]);
});
