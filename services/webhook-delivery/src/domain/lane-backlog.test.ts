import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DueDelivery } from './delivery.ts';
import { makeLaneBacklog } from './lane-backlog.ts';

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
