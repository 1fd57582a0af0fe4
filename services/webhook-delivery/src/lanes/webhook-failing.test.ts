import { listStuckLanes, resumeLane } from '@parley/common/contracts/operator/stuck-lanes';
import { pauseWebhook } from '@parley/common/contracts/operator/webhooks';
import type { InputOf } from '@parley/common/define-contract';
import type { NewFact } from '@parley/messaging/notify/write-facts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret, type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, status } from '../../test/receiver.ts';

// docs/reference/notifications.md#kinds
const BREAKER_AFTER = 5;
const THREE_DAYS_AND_MORE = `now() - interval '73 hours'`;
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let serial = 0;
/** Lanes of this test only: a lane of an earlier one may fail once more and report it again. */
let lanes: string[] = [];

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: Array(20).fill('0.02').join() } });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  lanes = [];
  await fixture.rows('UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL');
  await fixture.rows('UPDATE platform_webhooks SET revoked_at = now() WHERE revoked_at IS NULL');
  await fixture.rows('DELETE FROM notification_facts');
  await fixture.rows('DELETE FROM recipients');
  for (const tenantId of [fixture.tenantId, null])
    await fixture.rows(
      `INSERT INTO recipients (tenant_id, name, language, time_zone, created_at) VALUES ($1, 'Ann', 'en', 'UTC', now())`,
      tenantId,
    );
});

type Reported = Pick<NewFact, 'tenantId' | 'data'>;
const reported = (): Promise<Reported[]> =>
  fixture.rows<Reported>(
    `SELECT tenant_id AS "tenantId", data FROM notification_facts
     WHERE kind = 'webhook_failing' AND data->>'instance_id' = ANY($1) ORDER BY id`,
    lanes,
  );

async function addKey(): Promise<string> {
  const instanceId = `ins_failing${String(++serial).padStart(5, '0')}`;
  lanes.push(instanceId);
  await fixture.addKey(instanceId, receiver.url(`/${instanceId}`));
  return instanceId;
}

async function addPlatformWebhook(tenantId: number | null): Promise<string> {
  const instanceId = `plt_failing${String(++serial).padStart(5, '0')}`;
  lanes.push(instanceId);
  await fixture.rows(
    `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret) VALUES ($1, $2, $3, '{sms-sent}', $4)`,
    instanceId,
    tenantId,
    receiver.url(`/${instanceId}`),
    fixture.encryptPlatform(makeSecret()),
  );
  await fixture.rows('INSERT INTO lanes (instance_id) VALUES ($1)', instanceId);
  return instanceId;
}

/** One event for one lane, written like a test event. */
async function commitFor(instanceId: string): Promise<void> {
  await fixture.rows(
    `WITH reported AS (INSERT INTO events (id, tenant_id, instance_id, type, channel, data, created_at)
                   VALUES ($2, $3, $1, 'sms-sent', 'wa', '{}', now()) RETURNING seq)
     INSERT INTO deliveries (instance_id, event_seq) SELECT $1, seq FROM reported`,
    instanceId,
    `evt_failing${String(++serial).padStart(5, '0')}`,
    fixture.tenantId,
  );
  worker.hint(instanceId);
}

const untilFailures = (instanceId: string, atLeast: number): Promise<void> =>
  fixture.until(
    `${atLeast} failures of ${instanceId}`,
    'SELECT consecutive_failures >= $2 FROM lanes WHERE instance_id = $1',
    instanceId,
    atLeast,
  );
const untilPaused = (instanceId: string): Promise<void> =>
  fixture.until('the pause', 'SELECT paused_at IS NOT NULL FROM lanes WHERE instance_id = $1', instanceId);

describe('a webhook that fails is reported to its recipients', () => {
  test('once when its breaker opens, however long it fails, and again after a recovery', async () => {
    const instanceId = await addKey();
    receiver.answer(`/${instanceId}`, status(500));
    await commitFor(instanceId);
    await untilFailures(instanceId, BREAKER_AFTER + 3);
    const fact = { tenantId: fixture.tenantId, data: { instance_id: instanceId, label: 'test', reason: 'breaker' } };
    expect(await reported()).toEqual([fact]);
    receiver.answer(`/${instanceId}`, status(200));
    await fixture.until('it to be well', 'SELECT failing_since IS NULL FROM lanes WHERE instance_id = $1', instanceId);
    receiver.answer(`/${instanceId}`, status(500));
    await commitFor(instanceId);
    await untilFailures(instanceId, BREAKER_AFTER + 1);
    expect(await reported()).toEqual([fact, fact]);
  });

  test('not before its breaker opens', async () => {
    const instanceId = await addKey();
    let answers = 0;
    receiver.answer(
      `/${instanceId}`,
      (_arrived, response) => void response.writeHead(++answers < BREAKER_AFTER ? 500 : 200).end(),
    );
    await commitFor(instanceId);
    await fixture.until(
      'the delivery',
      `SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1 AND status = 'delivered'`,
      instanceId,
    );
    expect(await reported()).toEqual([]);
  });

  test('once when it is paused because it answered 410', async () => {
    const instanceId = await addKey();
    receiver.answer(`/${instanceId}`, status(410));
    await commitFor(instanceId);
    await commitFor(instanceId);
    await untilPaused(instanceId);
    expect(await reported()).toEqual([
      { tenantId: fixture.tenantId, data: { instance_id: instanceId, label: 'test', reason: 'gone' } },
    ]);
  });

  test('once when it is paused after three days', async () => {
    const instanceId = await addKey();
    receiver.answer(`/${instanceId}`, status(500));
    await fixture.rows(
      `UPDATE lanes SET consecutive_failures = 9, failing_since = ${THREE_DAYS_AND_MORE} WHERE instance_id = $1`,
      instanceId,
    );
    await commitFor(instanceId);
    await untilPaused(instanceId);
    expect((await reported()).map(({ data }) => data)).toEqual([
      { instance_id: instanceId, label: 'test', reason: 'failing' },
    ]);
  });

  test('to the deployment when it is the deployment’s platform webhook, to the tenant when it is the tenant’s', async () => {
    const [ofTenant, ofDeployment] = [await addPlatformWebhook(fixture.tenantId), await addPlatformWebhook(null)];
    for (const instanceId of [ofTenant, ofDeployment]) {
      receiver.answer(`/${instanceId}`, status(410));
      await commitFor(instanceId);
      await untilPaused(instanceId);
    }
    const fact = (instanceId: string) => ({ instance_id: instanceId, label: 'Platform webhook', reason: 'gone' });
    expect(await reported()).toEqual([
      { tenantId: fixture.tenantId, data: fact(ofTenant) },
      { tenantId: null, data: fact(ofDeployment) },
    ]);
  });
});

describe('the list of stuck lanes', () => {
  const list = (query: Partial<InputOf<typeof listStuckLanes>>) =>
    worker.call(listStuckLanes, { q: '', sort: 'id', descending: false, limit: 200, ...query });
  const stuck = async () => (await list({})).items;

  test('shows automatically paused and failing lanes, of tenants and of the deployment, with the last error, until they are resumed', async () => {
    const [gone, failing, byHand] = [await addKey(), await addKey(), await addKey()];
    const platform = await addPlatformWebhook(null);
    receiver.answer(`/${gone}`, status(410));
    for (const instanceId of [failing, byHand, platform]) receiver.answer(`/${instanceId}`, status(500));
    for (const instanceId of [gone, gone, failing, byHand, platform]) await commitFor(instanceId);
    await untilPaused(gone);
    for (const instanceId of [failing, byHand, platform]) await untilFailures(instanceId, BREAKER_AFTER);
    await worker.call(pauseWebhook, { slug: 'acme', instanceId: byHand });
    const found = Object.fromEntries((await stuck()).map((lane) => [lane.instanceId, lane]));
    expect(Object.keys(found).toSorted()).toEqual([gone, failing, platform].toSorted());
    expect(found[gone]).toMatchObject({ tenant: 'acme', label: 'test', state: 'paused', reason: 'gone' });
    expect(found[failing]).toMatchObject({ tenant: 'acme', state: 'breaker', lastAttempt: { statusCode: 500 } });
    expect(found[platform]).toMatchObject({ tenant: null, label: null, state: 'breaker' });
    const first = await list({ limit: 1 });
    const rest = await list({ cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map((lane) => lane.instanceId)).toEqual(Object.keys(found));
    await expect(list({ limit: 1, cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' });

    const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map((lane) => lane.instanceId);
    expect(await ids({ q: `/${failing.toUpperCase()}` })).toEqual([failing]);
    expect(await ids({ instanceId: platform })).toEqual([platform]);
    expect(await ids({ descending: true })).toEqual(Object.keys(found).toReversed());
    expect(await ids({ sort: 'tenant' })).toEqual([...[gone, failing].toSorted(), platform]);
    const times = Object.values(found).map((lane) => lane.since);
    const start = await list({ sort: 'since', limit: 2 });
    const end = await list({ sort: 'since', cursor: start.nextCursor ?? '' });
    expect([...start.items, ...end.items].map((lane) => lane.since)).toEqual(times.toSorted());
    const newestFirst = (await list({ sort: 'since', descending: true })).items;
    expect(newestFirst.map((lane) => lane.since)).toEqual(times.toSorted().toReversed());

    for (const instanceId of [gone, failing, platform]) receiver.answer(`/${instanceId}`, status(200));
    await expect(worker.call(resumeLane, { slug: 'acme', instanceId: platform })).rejects.toMatchObject({
      code: 'unknown_key',
    });
    await worker.call(resumeLane, { slug: 'acme', instanceId: gone });
    await worker.call(resumeLane, { slug: 'acme', instanceId: failing });
    expect(await worker.call(resumeLane, { instanceId: platform })).toMatchObject({ status: 'active' });
    await expect.poll(stuck).toEqual([]);
  });
});
