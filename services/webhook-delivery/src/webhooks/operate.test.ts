import {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret, type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { type Arrived, expectVerified, openReceiver, type Receiver, status } from '../../test/receiver.ts';

const slug = 'acme';
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let nextKey = 0;
let instanceId: string;
let path: string;
let secret: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.05' } });
  await fixture.rows(`INSERT INTO tenants (slug, name) VALUES ('other', 'Other')`);
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await fixture.rows('UPDATE api_keys SET revoked_at = now()');
  instanceId = `ins_operated0${++nextKey}`;
  path = `/${instanceId}`;
  secret = await fixture.addKey(instanceId, receiver.url(path));
});

const untilLogged = (n: number, outcome: string): Promise<void> =>
  fixture.until(
    `${n} ${outcome}`,
    'SELECT count(*) = $2 FROM delivery_log WHERE instance_id = $1 AND status = $3',
    instanceId,
    n,
    outcome,
  );
async function commit(n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < n; at++) ids.push(...(await fixture.commit({ data: { at } })));
  worker.hint(instanceId);
  return ids;
}
const list = (filter: Partial<Parameters<typeof worker.call<typeof listDeliveries>>[1]> = {}) =>
  worker.call(listDeliveries, { slug, limit: 50, instanceId, ...filter });

describe('list', () => {
  test('shows deliveries newest first, page by page', async () => {
    const ids = await commit(5);
    await untilLogged(5, 'delivered');
    const first = await list({ limit: 3 });
    expect(first.items.map((item) => item.eventId)).toEqual([...ids].reverse().slice(0, 3));
    const second = await list({ limit: 3, cursor: first.nextCursor ?? '' });
    expect(second.items.map((item) => item.eventId)).toEqual([...ids].reverse().slice(3));
    expect(second.nextCursor).toBeNull();
    expect(first.items[0]).toMatchObject({
      event: 'message.received',
      instanceId,
      status: 'delivered',
      nextAttemptAt: null,
    });
  });

  test('shows the key, the channel, and the number and outcome of the attempts, before and after the end', async () => {
    receiver.answer(path, status(429, { 'retry-after': '3600' }));
    await commit(1);
    await fixture.until(
      'the first attempt',
      'SELECT count(*) = 1 FROM delivery_attempts WHERE instance_id = $1',
      instanceId,
    );
    const [waiting] = (await list()).items;
    expect(waiting).toMatchObject({ channel: 'wa', status: 'pending', attemptCount: 1, statusCode: 429 });
    expect(waiting?.latencyMs).toBeGreaterThanOrEqual(0);
    receiver.answer(path, status(204));
    await worker.call(replayDeliveries, { slug, id: waiting?.id ?? '', status: 'any' });
    await untilLogged(1, 'delivered');
    const [ended] = (await list()).items;
    expect(ended).toMatchObject({ attemptCount: 2, statusCode: 204, label: waiting?.label });
    expect(ended?.latencyMs).toBeGreaterThanOrEqual(0);
    expect(await fixture.rows('SELECT label FROM api_keys WHERE instance_id = $1', instanceId)).toEqual([
      { label: ended?.label },
    ]);
    expect(await worker.call(getDelivery, { slug, id: ended?.id ?? '' })).toMatchObject({
      attemptCount: 2,
      statusCode: 204,
    });
  });

  test('refuses an unknown cursor as invalid_cursor', async () => {
    const [id = ''] = await commit(1);
    for (const cursor of ['abc', '42', id, Buffer.from('delivery:0').toString('base64url')])
      await expect(list({ cursor }), cursor).rejects.toMatchObject({ code: 'invalid_cursor', status: 400 });
  });

  test('filters by status, event and time; deliveries of a paused lane are listed as paused', async () => {
    receiver.answer(path, status(410));
    await commit(1);
    await fixture.until('the pause', `SELECT pause_reason = 'gone' FROM lanes WHERE instance_id = $1`, instanceId);
    expect((await list({ status: 'paused' })).items).toHaveLength(1);
    expect((await list({ status: 'delivered' })).items).toEqual([]);
    expect((await list({ event: 'message.sent' })).items).toEqual([]);
    expect((await list({ since: new Date(Date.now() - 60_000).toISOString() })).items).toHaveLength(1);
    expect((await list({ until: new Date(Date.now() - 60_000).toISOString() })).items).toEqual([]);
  });

  test('is limited to its tenant: another one sees none, an unknown one is an error', async () => {
    await commit(1);
    await untilLogged(1, 'delivered');
    const [mine] = (await list()).items;
    expect((await worker.call(listDeliveries, { slug: 'other', limit: 50 })).items).toEqual([]);
    await expect(worker.call(getDelivery, { slug: 'other', id: mine?.id ?? '' })).rejects.toMatchObject({
      code: 'unknown_delivery',
    });
    await expect(
      worker.call(replayDeliveries, { slug: 'other', id: mine?.id ?? '', status: 'any' }),
    ).rejects.toMatchObject({
      code: 'unknown_delivery',
    });
    await expect(worker.call(listDeliveries, { slug: 'nobody', limit: 50 })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
  });
});

describe('one', () => {
  test('has its attempts in order, with status, duration, error and the first 1 kB of the answer', async () => {
    let asked = 0;
    receiver.answer(path, (_arrived, response) => response.writeHead(asked++ === 0 ? 500 : 200).end('z'.repeat(3000)));
    await commit(1);
    await untilLogged(1, 'delivered');
    const [found] = (await list()).items;
    const { attempts } = await worker.call(getDelivery, { slug, id: found?.id ?? '' });
    expect(attempts.map(({ statusCode, error, response }) => ({ statusCode, error, response }))).toEqual([
      { statusCode: 500, error: null, response: 'z'.repeat(1024) },
      { statusCode: 200, error: null, response: 'z'.repeat(1024) },
    ]);
    for (const { latencyMs } of attempts) expect(latencyMs).toBeGreaterThanOrEqual(0);
  });

  test('has the exact body and the headers of each attempt, but no secret', async () => {
    await commit(1);
    await untilLogged(1, 'delivered');
    const [found] = (await list()).items;
    const { payload, attempts } = await worker.call(getDelivery, { slug, id: found?.id ?? '' });
    const [arrived] = receiver.at(path);
    expect(payload).toBe(arrived?.raw);
    const shown = attempts[0]?.headers ?? {};
    expect(Object.keys(shown)).toContain('webhook-signature');
    expect(arrived?.headers).toMatchObject(shown);
    expect(() => expectVerified({ ...arrived, raw: payload, headers: shown } as Arrived, secret)).not.toThrow(); // safe: verify reads these two
    expect(JSON.stringify({ payload, attempts })).not.toContain(secret.slice('whsec_'.length));
  });

  test('shows no signature of a secret that has been replaced since', async () => {
    await commit(1);
    await untilLogged(1, 'delivered');
    await fixture.rows(
      `UPDATE api_keys SET previous_secret = webhook_secret, previous_secret_until = now() + interval '1 day', webhook_secret = $2
        WHERE instance_id = $1`,
      instanceId,
      fixture.encrypt(makeSecret()),
    );
    const [found] = (await list()).items;
    const { attempts } = await worker.call(getDelivery, { slug, id: found?.id ?? '' });
    expect(Object.keys(attempts[0]?.headers ?? {}).toSorted()).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-timestamp',
      'x-service-event',
    ]);
  });
});

describe('replay', () => {
  test('sends all failed ones since a time again, with the same bytes and id, and no delivered ones', async () => {
    await commit(2);
    await untilLogged(2, 'delivered');
    receiver.answer(path, status(500));
    const failed = await commit(3);
    await untilLogged(3, 'failed');
    receiver.answer(path, status(200));
    const before = receiver.at(path).length;
    const since = new Date(Date.now() - 60_000).toISOString();
    // The breaker of the failed lane is still open.
    await fixture.rows('UPDATE lanes SET resume_at = NULL WHERE instance_id = $1', instanceId);
    expect(await worker.call(replayDeliveries, { slug, instanceId, since, status: 'failed' })).toEqual({
      replayed: 3,
      nextCursor: null,
    });
    await untilLogged(5, 'delivered');
    const again = receiver.at(path).slice(before);
    expect(again.map(({ body }) => body.id).sort()).toEqual([...failed].sort());
    for (const { raw, body } of again)
      expect(receiver.at(path).filter((one) => one.body.id === body.id && one.raw !== raw)).toEqual([]);
  });

  test('sends a delivered event again when it is named', async () => {
    await commit(1);
    await untilLogged(1, 'delivered');
    const [{ id } = { id: '' }] = (await list()).items;
    expect(await worker.call(replayDeliveries, { slug, id, status: 'failed' })).toEqual({
      replayed: 1,
      nextCursor: null,
    });
    await fixture.until('a second attempt', 'SELECT count(*) = 2 FROM attempts WHERE delivery_id = $1', id);
    expect(receiver.at(path)).toHaveLength(2);
  });

  test('sends each selected one once, and none of another tenant', async () => {
    await commit(4);
    await untilLogged(4, 'delivered');
    const ids = (await list()).items.slice(1, 3).map(({ id }) => id);
    const selected = { ids, status: 'failed' as const };
    await expect(worker.call(replayDeliveries, { slug: 'other', ...selected })).rejects.toMatchObject({
      code: 'unknown_delivery',
    });
    expect((await worker.call(replayDeliveries, { slug, ...selected })).replayed).toBe(2);
    await fixture.until(
      'two attempts of each',
      `SELECT count(*) = 4 FROM attempts WHERE delivery_id = ANY ($1::int8[])`,
      ids,
    );
    expect(receiver.at(path)).toHaveLength(6);
  });

  test('that exceeds one call continues at the cursor, oldest first, and sends none twice', async () => {
    await commit(1);
    await untilLogged(1, 'delivered');
    await fixture.rows(
      `UPDATE lanes SET paused_at = now(), pause_reason = 'operator' WHERE instance_id = $1`,
      instanceId,
    );
    await fixture.rows(
      `INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at)
       SELECT next_daily('deliveries_id_seq'::regclass), instance_id, event_seq, 'failed', 1, now(), now()
         FROM delivery_log, generate_series(1, 1500) WHERE instance_id = $1`,
      instanceId,
    );
    const range = {
      slug,
      instance_id: instanceId,
      since: new Date(Date.now() - 60_000).toISOString(),
      status: 'failed' as const,
    };
    const first = await worker.call(replayDeliveries, range);
    expect(first.replayed).toBe(1000);
    const second = await worker.call(replayDeliveries, { ...range, cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ replayed: 500, nextCursor: null });
    expect(await fixture.rows(`SELECT 1 FROM deliveries WHERE instance_id = $1`, instanceId)).toHaveLength(1500);
  });
});

describe('test event', () => {
  test('reaches only the key, regardless of its subscriptions', async () => {
    await fixture.addKey(`${instanceId}b`, receiver.url(`${path}b`));
    await fixture.rows(`UPDATE api_keys SET events = '{}' WHERE instance_id = $1`, instanceId);
    const sent = await worker.call(sendTestEvent, {
      slug,
      instanceId,
      event: 'message.status',
      note: 'hello',
    });
    await untilLogged(1, 'delivered');
    const [arrived, ...others] = receiver.at(path);
    expect(others).toEqual([]);
    expect(arrived?.body).toMatchObject({ id: sent.eventId, event: 'message.status' });
    expect(arrived?.body.data).toMatchObject({ test: true, note: 'hello', status: 'delivered', channel: 'wa' });
    expect(EVENT_DATA['message.status'].safeParse(arrived?.body.data).error).toBeUndefined();
    expect(receiver.at(`${path}b`)).toEqual([]);
    expect((await worker.call(getDelivery, { slug, id: sent.deliveryId })).status).toBe('delivered');
  });

  test('for a key of another tenant is unknown_key', async () => {
    await expect(
      worker.call(sendTestEvent, { slug: 'other', instanceId, event: 'message.status' }),
    ).rejects.toMatchObject({ code: 'unknown_key' });
  });
});

describe('maintenance', () => {
  test('deliveries of a revoked key end as failed and stay listed, without an attempt', async () => {
    await fixture.rows(
      `UPDATE lanes SET paused_at = now(), pause_reason = 'operator' WHERE instance_id = $1`,
      instanceId,
    );
    await commit(2);
    await fixture.rows('UPDATE api_keys SET revoked_at = now() WHERE instance_id = $1', instanceId);
    const next = await fixture.startWorker();
    await untilLogged(2, 'failed');
    expect(await fixture.rows('SELECT 1 FROM attempts WHERE instance_id = $1', instanceId)).toEqual([]);
    await next.close();
  });

  test('the metrics show attempts, lanes by state, the oldest due age and open sockets', async () => {
    await commit(3);
    await untilLogged(3, 'delivered');
    receiver.answer(path, status(410));
    await commit(1);
    await fixture.until('the pause', `SELECT pause_reason = 'gone' FROM lanes WHERE instance_id = $1`, instanceId);
    expect(await worker.metric('parley_webhook_lanes', { state: 'paused' })).toBeGreaterThan(0);
    expect(await worker.metric('parley_webhook_attempts_total', { outcome: 'delivered' })).toBeGreaterThan(2);
    expect(await worker.metric('parley_webhook_open_sockets')).toBeGreaterThan(0);
    expect(await worker.metric('parley_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(0);
  });
});
