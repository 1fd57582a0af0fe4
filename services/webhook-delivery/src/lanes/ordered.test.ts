import { replayDeliveries } from '@parley/common/contracts/operator/deliveries';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';

const KEY = 'ins_ordered00001';
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.05,0.05,0.05,600' } });
  await fixture.addKey(KEY, receiver.url('/a'));
  await fixture.rows('UPDATE api_keys SET ordered = true');
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

const numbers = (conversation: number): number[] =>
  receiver.at('/a').flatMap(({ body: { data } }) => (data.conversation === conversation ? Number(data.n) : []));
async function commit(conversation: number, ...ns: number[]): Promise<void> {
  await fixture.commit(...ns.map((n) => ({ conversationId: conversation, data: { conversation, n } })));
  worker.hint(KEY);
}
const untilDelivered = (n: number): Promise<void> =>
  fixture.until(`${n} delivered`, `SELECT count(*) = $1 FROM delivery_log WHERE status = 'delivered'`, n);

/** Fails one event of one conversation `times` times. */
function fail(conversation: number, n: number, times: number): void {
  let left = times;
  receiver.answer('/a', ({ body: { data } }, response) => {
    const refuse = data.conversation === conversation && data.n === n && left-- > 0;
    response.writeHead(refuse ? 500 : 200).end();
  });
}

test('a failing event delays only its own conversation, which continues in order once it is accepted', async () => {
  fail(1, 2, 3);
  await commit(1, 1, 2, 3, 4);
  await commit(2, 1, 2, 3);
  await untilDelivered(7);
  expect(numbers(1)).toEqual([1, 2, 2, 2, 2, 3, 4]);
  expect(numbers(2)).toEqual([1, 2, 3]);
});

test('an event that keeps failing delays the next one for an hour, while other conversations continue', async () => {
  fail(1, 1, 100);
  await commit(1, 1, 2);
  await pollUntil(() => (numbers(1).length === 4 ? true : null), { what: () => 'four attempts' });
  await commit(2, 1, 2, 3);
  await untilDelivered(3);
  expect(numbers(1)).toEqual([1, 1, 1, 1]);
  await fixture.rows(
    `UPDATE deliveries SET first_failed_at = now() - interval '61 minutes' WHERE first_failed_at IS NOT NULL`,
  );
  await untilDelivered(4);
  expect(numbers(1)).toEqual([1, 1, 1, 1, 2]);
});

test('with many conversations and failures no event is sent before an older one of its conversation is accepted', async () => {
  const taken = new Map<number, number>();
  const broken: string[] = [];
  receiver.answer('/a', ({ body: { data } }, response) => {
    const [conversation, n] = [Number(data.conversation), Number(data.n)];
    if (n > (taken.get(conversation) ?? 0) + 1) broken.push(`${conversation}: ${n}`);
    // Every third first attempt fails.
    const refuse = (conversation + n) % 3 === 0 && numbers(conversation).filter((one) => one === n).length === 1;
    if (!refuse) taken.set(conversation, Math.max(n, taken.get(conversation) ?? 0));
    response.writeHead(refuse ? 500 : 200).end();
  });
  await fixture.rows('UPDATE lanes SET consecutive_failures = 0');
  for (let n = 1; n <= 10; n++)
    await fixture.commit(
      ...Array.from({ length: 12 }, (_, at) => ({ conversationId: at + 1, data: { conversation: at + 1, n } })),
    );
  worker.hint(KEY);
  await untilDelivered(120);
  expect(broken).toEqual([]);
});

test('a replayed event waits like any other', async () => {
  await commit(1, 1, 2);
  await untilDelivered(2);
  await worker.call(replayDeliveries, {
    slug: 'acme',
    since: new Date(Date.now() - 60_000).toISOString(),
    status: 'any',
  });
  await pollUntil(() => (numbers(1).length === 4 ? true : null), { what: () => 'the replay' });
  expect(numbers(1)).toEqual([1, 2, 1, 2]);
});

test('without the option a failing event delays no other', async () => {
  await fixture.rows('UPDATE api_keys SET ordered = false');
  fail(1, 1, 100);
  await commit(1, 1, 2, 3);
  await untilDelivered(2);
  expect(numbers(1).filter((n) => n > 1)).toEqual([2, 3]);
});
