import { listDeliveries, replayDeliveries } from '@parley/common/contracts/operator/deliveries';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, status } from '../../test/receiver.ts';

// Deliveries whose next attempt is an hour away (docs/reference/webhook-delivery.md#managing-deliveries).
const slug = 'acme';
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let nextKey = 0;
let instanceId: string;
let path: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '3600,3600' } });
  await fixture.rows(`INSERT INTO tenants (slug, name) VALUES ('other', 'Other')`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  instanceId = `ins_retrynow0${++nextKey}`;
  path = `/${instanceId}`;
  await fixture.addKey(instanceId, receiver.url(path));
});

/** Deliveries that failed once and wait for their next attempt. */
async function failOnce(count: number, code: number): Promise<string[]> {
  receiver.answer(path, status(code));
  for (let at = 0; at < count; at++) await fixture.commit({ data: { at } });
  worker.hint(instanceId);
  await fixture.until(
    'failed attempts',
    'SELECT count(*) = $2 FROM deliveries WHERE instance_id = $1 AND attempt = 1',
    instanceId,
    count,
  );
  const { items } = await worker.call(listDeliveries, { slug, limit: 50, instanceId });
  return items.map(({ id }) => id);
}

const untilDelivered = (n: number): Promise<void> =>
  fixture.until(
    'the deliveries',
    `SELECT count(*) = $2 FROM delivery_log WHERE instance_id = $1 AND status = 'delivered'`,
    instanceId,
    n,
  );

test('a named delivery that waits for its next attempt is attempted at once', async () => {
  const [id = ''] = await failOnce(1, 500);
  receiver.answer(path, status(200));
  expect(await worker.call(replayDeliveries, { slug, id, status: 'any' })).toEqual({ replayed: 1, nextCursor: null });
  await untilDelivered(1);
  expect(receiver.at(path)).toHaveLength(2);
});

test('one in a delayed lane is attempted at once too', async () => {
  const [id = ''] = await failOnce(1, 503);
  await fixture.until(
    'a slowed lane',
    'SELECT resume_at > now() FROM lanes WHERE instance_id = $1 AND claim_id IS NULL',
    instanceId,
  );
  receiver.answer(path, status(200));
  await worker.call(replayDeliveries, { slug, id, status: 'any' });
  await untilDelivered(1);
});

test('waiting and ended deliveries can be named together; each is sent once, and the others keep waiting', async () => {
  const [first = '', second = ''] = await failOnce(3, 500);
  receiver.answer(path, status(200));
  await worker.call(replayDeliveries, { slug, id: first, status: 'any' });
  await untilDelivered(1);
  const both = { slug, ids: [first, second], status: 'any' as const };
  expect(await worker.call(replayDeliveries, both)).toEqual({ replayed: 2, nextCursor: null });
  await untilDelivered(2);
  expect(await fixture.rows('SELECT 1 FROM deliveries WHERE instance_id = $1', instanceId)).toHaveLength(1);
});

test('another tenant cannot make them due, and deliveries of a paused webhook keep waiting', async () => {
  const [id = ''] = await failOnce(1, 500);
  await expect(worker.call(replayDeliveries, { slug: 'other', id, status: 'any' })).rejects.toMatchObject({
    code: 'unknown_delivery',
  });
  expect(
    await fixture.rows('SELECT 1 FROM deliveries WHERE instance_id = $1 AND due_at > now()', instanceId),
  ).toHaveLength(1);
  await fixture.rows(
    `UPDATE lanes SET paused_at = now(), pause_reason = 'operator' WHERE instance_id = $1`,
    instanceId,
  );
  await worker.call(replayDeliveries, { slug, id, status: 'any' });
  const { items } = await worker.call(listDeliveries, { slug, limit: 50, instanceId });
  expect(items.map(({ status: shown }) => shown)).toEqual(['paused']);
});
