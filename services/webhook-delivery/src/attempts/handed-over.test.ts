import type { ServerResponse } from 'node:http';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';

// A service of the same process hands over what it has committed, so that a running lane need not read it. The rows
// contain `read`, the hand-over contains `handed`: the body shows how an event arrived.
let fixture: OpenDelivery;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  await fixture.addKey('ins_a', receiver.url('/a'));
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const CONVERSATION = 7;

/** Commits an event and hands it over to these workers, unless it was delivered in between. */
async function commitAndHandOver(n: number, ...workers: Worker[]): Promise<void> {
  const createdAt = new Date();
  const event = { conversationId: CONVERSATION, createdAt, data: { n, by: 'read' } };
  const [id = ''] = await fixture.commit(event);
  const deliveries = await fixture.rows<{ id: string; instanceId: string }>(
    `SELECT d.id::text, d.instance_id AS "instanceId" FROM deliveries d JOIN events e ON e.seq = d.event_seq WHERE e.id = $1`,
    id,
  );
  const handed = {
    id,
    type: 'message.received',
    conversationId: CONVERSATION,
    createdMs: createdAt.getTime(),
    data: JSON.stringify({ n, by: 'handed' }),
    traceparent: null,
    deliveries,
  };
  if (deliveries.length > 0) for (const worker of workers) worker.handOver(handed);
}

const arrived = () => receiver.arrived.map(({ body }) => Number(body.data.n));
const handedOver = () => receiver.arrived.filter(({ body }) => body.data.by === 'handed').length;
const untilStored = (n: number) => fixture.until('all stored', 'SELECT count(*) = $1 FROM delivery_log', n);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test('a running lane delivers events that it was handed, each once, in order and without reading them', async () => {
  const worker = await fixture.startWorker();
  let count = 0;
  await pollUntil(
    async () => {
      await commitAndHandOver(count++, worker);
      return handedOver() >= 20 || null;
    },
    { everyMs: 5, what: () => `hand-overs, ${handedOver()} of ${count}` },
  );
  await untilStored(count);
  expect(arrived()).toEqual(upTo(count));
  expect(await fixture.one('SELECT count(*)::int AS n FROM deliveries')).toEqual({ n: 0 });
});

test('events that only a worker without the lane is handed reach the receiver through the worker that has it', async () => {
  const held: ServerResponse[] = [];
  receiver.answer('/a', ({ body }, response) => void (body.data.n === 0 ? held.push(response) : response.end()));
  const holder = await fixture.startWorker();
  await fixture.commit({ data: { n: 0 } });
  holder.hint('ins_a');
  await pollUntil(() => receiver.arrived.length > 0 || null, { what: () => 'the lane to be claimed' });
  const other = await fixture.startWorker();
  for (let n = 1; n <= 20; n++) await commitAndHandOver(n, other);
  await untilStored(20);
  for (const response of held) response.end();
  await untilStored(21);
  expect(arrived()).toEqual(upTo(21));
  expect(handedOver()).toBe(0);
});

test('two workers that are handed the same events deliver each once', async () => {
  const workers = [await fixture.startWorker(), await fixture.startWorker()];
  for (let n = 0; n < 60; n++) await commitAndHandOver(n, ...workers);
  await untilStored(60);
  expect(arrived().toSorted((a, b) => a - b)).toEqual(upTo(60));
});

test('an event that was handed over is sent to the current address when the address has changed', async () => {
  const worker = await fixture.startWorker();
  await commitAndHandOver(0, worker);
  await untilStored(1);
  await fixture.rows('UPDATE api_keys SET webhook_url = $1', receiver.url('/b'));
  worker.keyChanged('ins_a');
  await commitAndHandOver(1, worker);
  await untilStored(2);
  expect(receiver.at('/b')).toHaveLength(1);
});
