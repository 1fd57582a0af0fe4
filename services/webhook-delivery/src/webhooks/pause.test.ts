import type { ServerResponse } from 'node:http';
import { getWebhook, pauseWebhook, resumeWebhook } from '@parley/common/contracts/operator/webhooks';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, status } from '../../test/receiver.ts';

const KEY = { slug: 'acme', instanceId: 'ins_paused000001' };
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker();
  await fixture.addKey(KEY.instanceId, receiver.url('/a'));
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

const arrivals = (n: number): Promise<unknown> =>
  pollUntil(() => (receiver.at('/a').length >= n ? true : null), { what: () => `${n} webhooks` });
const commit = (n: number): Promise<string[]> => fixture.commit(...Array.from({ length: n }, () => ({})));

test('a webhook paused under load finishes deliveries in flight, keeps the rest, and continues when resumed', async () => {
  const held: ServerResponse[] = [];
  receiver.answer('/a', (_arrived, response) => void held.push(response));
  const ids = await commit(100);
  worker.hint(KEY.instanceId);
  await arrivals(16);
  const paused = await worker.call(pauseWebhook, KEY);
  expect(paused).toMatchObject({ status: 'paused', reason: 'operator', waiting: 100 });
  for (const response of held.splice(0)) response.writeHead(200).end();
  await fixture.until('what was in flight to be stored', 'SELECT count(*) = 16 FROM delivery_log');
  await fixture.until('the lane to be given back', 'SELECT claim_id IS NULL FROM lanes');
  expect(receiver.at('/a')).toHaveLength(16);
  expect((await worker.call(getWebhook, KEY)).waiting).toBe(84);

  receiver.answer('/a', status(200));
  expect(await worker.call(resumeWebhook, KEY)).toMatchObject({ status: 'active', reason: null, pausedAt: null });
  await arrivals(100);
  expect(
    receiver
      .at('/a')
      .map(({ body }) => body.id)
      .toSorted(),
  ).toEqual(ids.toSorted());
});

test('a worker that missed the hint learns of the pause at its next heartbeat', async () => {
  await worker.close();
  const deaf = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_LEASE_SECONDS: '5' } });
  receiver.answer('/a', (_arrived, response) => void setTimeout(() => response.writeHead(200).end(), 60));
  await commit(2000);
  await arrivals(16);
  await fixture.rows(`UPDATE lanes SET paused_at = now(), pause_reason = 'operator'`);
  await fixture.until('the lane to be given back', 'SELECT claim_id IS NULL FROM lanes');
  expect(await fixture.one('SELECT count(*) > 0 AS kept FROM deliveries')).toEqual({ kept: true });
  await deaf.close();
});

test('resuming also ends an automatic pause, and resets the failures', async () => {
  receiver.answer('/a', status(410));
  await commit(3);
  worker.hint(KEY.instanceId);
  await fixture.until('the pause', `SELECT pause_reason = 'gone' FROM lanes`);
  expect(await worker.call(getWebhook, KEY)).toMatchObject({ status: 'paused', reason: 'gone', waiting: 3 });
  receiver.answer('/a', status(200));
  await worker.call(resumeWebhook, KEY);
  await fixture.until('all to be delivered', `SELECT count(*) = 3 FROM delivery_log WHERE status = 'delivered'`);
  expect(await worker.call(getWebhook, KEY)).toMatchObject({
    consecutiveFailures: 0,
    failingSince: null,
    waiting: 0,
  });
});

test('a webhook that is not this tenant’s is unknown_key', async () => {
  await fixture.rows(`INSERT INTO tenants (slug, name) VALUES ('other', 'Other')`);
  for (const contract of [getWebhook, pauseWebhook, resumeWebhook])
    await expect(worker.call(contract, { ...KEY, slug: 'other' })).rejects.toMatchObject({ code: 'unknown_key' });
  expect(await fixture.one('SELECT paused_at FROM lanes')).toEqual({ paused_at: null });
});
