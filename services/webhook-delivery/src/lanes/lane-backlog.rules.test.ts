import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DueDelivery } from '../attempts/delivery.rules.ts';
import { isItsTurn, makeLaneBacklog } from './lane-backlog.rules.ts';

const delivery = (id: number, conversationId: number | null, createdMs = id): DueDelivery => ({
  id: String(id),
  instanceId: 'ins_a',
  attempt: 0,
  eventId: `evt_${id}`,
  type: 'message.received',
  conversationId,
  createdMs,
  data: '{}',
  traceparent: null,
  url: 'https://customer.example',
  secret: '',
  previousSecret: null,
  ordered: false,
  overdueMs: 0,
  platform: null,
});
const ids = (taken: DueDelivery[]): string[] => taken.map(({ id }) => id);

test('the oldest are sent first, in whatever order they were read', () => {
  const backlog = makeLaneBacklog();
  backlog.add([delivery(1, null, 30), delivery(2, null, 10), delivery(3, null, 20)]);
  expect(ids(backlog.take(2))).toEqual(['2', '3']);
  expect(ids(backlog.take(2))).toEqual(['1']);
});

test('deliveries of one conversation are sent one at a time, and others pass them', () => {
  const backlog = makeLaneBacklog();
  const [first, second, other] = [delivery(1, 7), delivery(2, 7), delivery(3, 8)];
  backlog.add([first, second, other]);
  expect(ids(backlog.take(16))).toEqual(['1', '3']);
  expect(ids(backlog.take(16))).toEqual([]);
  backlog.landed(first);
  expect(ids(backlog.take(16))).toEqual(['2']);
});

test('a delivery that is being stored is not read again, and is one that a crash would send twice', () => {
  const backlog = makeLaneBacklog();
  const one = delivery(1, null);
  backlog.add([one]);
  backlog.take(1);
  backlog.landed(one);
  expect([backlog.ids(), backlog.inFlight(), backlog.unstored()]).toEqual([['1'], 0, 1]);
  backlog.stored(one);
  expect([backlog.ids(), backlog.unstored()]).toEqual([[], 0]);
});

test('in any sequence, everything is sent once, and each conversation in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ conversation: fc.option(fc.nat(3)), page: fc.nat(3) }), { maxLength: 60 }),
      fc.infiniteStream(fc.nat(4)),
      (given, choices) => {
        const backlog = makeLaneBacklog();
        const started: DueDelivery[] = [];
        const flying: DueDelivery[] = [];
        const waiting = given.map(({ conversation }, id) => delivery(id, conversation));
        while (waiting.length + backlog.waiting() + flying.length > 0) {
          backlog.add(waiting.splice(0, choices.next().value));
          const taken = backlog.take(choices.next().value);
          started.push(...taken);
          flying.push(...taken);
          const landed = flying.shift();
          if (landed) backlog.landed(landed);
          if (landed) backlog.stored(landed);
        }
        expect(new Set(ids(started)).size).toBe(given.length);
        for (let conversation = 0; conversation < 4; conversation++) {
          const order = started.filter((one) => one.conversationId === conversation).map(({ id }) => Number(id));
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }
      },
    ),
  );
});

const AT = new Date('2026-11-22T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const before = (ms: number): Date => new Date(AT.getTime() - ms);

test.each<[string, Date | null, boolean]>([
  ['no older delivery', null, true],
  ['an older one that failed just now', AT, false],
  ['an older one that has failed for a millisecond less than an hour', before(HOUR_MS - 1), false],
  ['an older one that has failed for exactly an hour', before(HOUR_MS), true],
  ['an older one that has failed for longer', before(HOUR_MS + 1), true],
])('with %s', (_, olderFailedAt, expected) => {
  expect(isItsTurn({ at: AT, olderFailedAt })).toBe(expected);
});
