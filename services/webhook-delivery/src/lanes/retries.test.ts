import { events } from '@parley/common/contracts/account/events';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, status } from '../../test/receiver.ts';

/** The first wait is longer than any test: time passes only by `letTimePass`. */
const SCHEDULE = '100,300,900';
/** A random value of 0.75 means a jitter of +10 %. */
const JITTER = 1.1;

let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let nextKey = 0;
let instanceId: string;
let path: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: SCHEDULE }, random: () => 0.75 });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await fixture.rows('UPDATE api_keys SET revoked_at = now()');
  instanceId = `ins_retry${++nextKey}`;
  path = `/${instanceId}`;
  await fixture.addKey(instanceId, receiver.url(path));
});

const attempts = async (): Promise<number> =>
  (await fixture.one<{ n: number }>('SELECT count(*)::int AS n FROM attempts WHERE instance_id = $1', instanceId)).n;
const untilAttempts = (n: number): Promise<void> =>
  fixture.until(`${n} attempts`, 'SELECT count(*) >= $2 FROM attempts WHERE instance_id = $1', instanceId, n);
/** Waits until the worker has released the lane: then nothing more happens without a hint or a wait's end. */
const untilQuiet = (): Promise<void> =>
  fixture.until('the lane at rest', 'SELECT claim_id IS NULL FROM lanes WHERE instance_id = $1', instanceId);

/** Moves the due times of the lane back. */
async function letTimePass(seconds: number): Promise<void> {
  await untilQuiet();
  await fixture.rows(
    `UPDATE deliveries SET due_at = due_at - $2 * interval '1 second' WHERE instance_id = $1`,
    instanceId,
    seconds,
  );
  await fixture.rows(
    `UPDATE lanes SET resume_at = resume_at - $2 * interval '1 second' WHERE instance_id = $1`,
    instanceId,
    seconds,
  );
  worker.hint(instanceId);
}

/** The database's time, to the millisecond. */
const clock = async (): Promise<Date> =>
  (await fixture.one<{ now: Date }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`)).now;
/** Asserts that the longest waiting delivery waits exactly this long, from a moment after `since`. */
async function expectWait(since: Date, seconds: number): Promise<void> {
  const wait = await fixture.one<{ from: Date }>(
    `SELECT max(due_at) - $2 * interval '1 second' AS from FROM deliveries WHERE instance_id = $1`,
    instanceId,
    seconds,
  );
  expect(wait.from.getTime()).toBeGreaterThanOrEqual(since.getTime());
  expect(wait.from.getTime()).toBeLessThanOrEqual((await clock()).getTime());
}
/** Waits until a poll has checked every lane: it delivers a marker without a hint, and this lane is released. */
async function untilPolled(): Promise<void> {
  const marker = `${instanceId}_marker${++nextKey}`;
  await fixture.addKey(marker, receiver.url(`/${marker}`));
  await fixture.rows('INSERT INTO deliveries (instance_id, event_seq) SELECT $1, max(seq) FROM events', marker);
  await fixture.until('the poll', 'SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1', marker);
  await untilQuiet();
}
const lane = () =>
  fixture.one<{ consecutive_failures: number; pause_reason: string | null; resumes_in: number | null }>(
    `SELECT consecutive_failures, pause_reason, extract(epoch FROM resume_at - now())::float8 AS resumes_in
       FROM lanes WHERE instance_id = $1`,
    instanceId,
  );
async function commit(n = 1): Promise<void> {
  await fixture.commit(...Array.from({ length: n }, () => ({})));
  worker.hint(instanceId);
}

describe('the schedule', () => {
  test('each wait follows the schedule with its jitter; after the last attempt the delivery fails', async () => {
    receiver.answer(path, status(500, {}, 'broken'));
    let since = await clock();
    await commit();
    for (const [index, seconds] of [100, 300, 900].entries()) {
      await untilAttempts(index + 1);
      await untilQuiet();
      await expectWait(since, seconds * JITTER);
      since = await clock();
      await letTimePass(seconds * JITTER);
    }
    await fixture.until('its end', 'SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1', instanceId);
    expect(await fixture.one('SELECT status, attempts FROM delivery_log WHERE instance_id = $1', instanceId)).toEqual({
      status: 'failed',
      attempts: 4,
    });
    expect(await fixture.rows('SELECT 1 FROM deliveries WHERE instance_id = $1', instanceId)).toEqual([]);
    expect(new Set(receiver.at(path).map(({ raw }) => raw)).size).toBe(1);
  });

  test('the time until a worker has a delivery is counted at its first attempt, not at later ones', async () => {
    const pickups = () => worker.metric('parley_webhook_pickup_seconds', { le: '+Inf' });
    const before = await pickups();
    receiver.answer(path, status(500));
    await commit();
    await untilAttempts(1);
    receiver.answer(path, status(200));
    await letTimePass(100 * JITTER);
    await fixture.until('its end', 'SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1', instanceId);
    expect((await pickups()) - before).toBe(1);
  });

  test('a Retry-After longer than the wait is respected, up to 24 hours', async () => {
    receiver.answer(path, status(500, { 'retry-after': '7200' }));
    const first = await clock();
    await commit();
    await untilAttempts(1);
    await expectWait(first, 7200);
    receiver.answer(path, status(500, { 'retry-after': new Date(Date.now() + 30 * 24 * 3600_000).toUTCString() }));
    const second = await clock();
    await letTimePass(7200);
    await untilAttempts(2);
    await expectWait(second, 24 * 3600);
  });
});

describe('the lane', () => {
  test.each([429, 502, 503, 504])(
    '%i delays the whole lane, without using up attempts of other deliveries',
    async (code) => {
      receiver.answer(path, status(code, { 'retry-after': '600' }));
      await commit();
      await untilAttempts(1);
      await untilQuiet();
      await commit(30);
      expect((await lane()).resumes_in).toBeGreaterThan(0);
      await untilPolled();
      expect(await attempts()).toBe(1);
      receiver.answer(path, status(200));
      await letTimePass(650);
      await fixture.until('all', 'SELECT count(*) = 31 FROM delivery_log WHERE instance_id = $1', instanceId);
      const ended = await fixture.rows<{ attempts: number }>(
        'SELECT attempts FROM delivery_log WHERE instance_id = $1 ORDER BY id',
        instanceId,
      );
      expect(ended.map((row) => row.attempts)).toEqual([2, ...Array(30).fill(1)]);
    },
  );

  test('five consecutive failures open the breaker: one delivery probes, and the rest wait without using up attempts', async () => {
    receiver.answer(path, status(500));
    await commit(100);
    await fixture.until(
      'an open breaker',
      'SELECT consecutive_failures >= 5 FROM lanes WHERE instance_id = $1',
      instanceId,
    );
    await untilQuiet();
    const before = await attempts();
    // Only the deliveries in flight when it opened.
    expect(before).toBeLessThanOrEqual(5 + 16);
    await fixture.rows('UPDATE lanes SET resume_at = now() WHERE instance_id = $1', instanceId);
    worker.hint(instanceId);
    await untilAttempts(before + 1);
    await untilQuiet();
    expect(await attempts()).toBe(before + 1);
    expect((await lane()).resumes_in).toBeGreaterThan(0);
    receiver.answer(path, status(200));
    await letTimePass(1000);
    await fixture.until('all', 'SELECT count(*) = 100 FROM delivery_log WHERE instance_id = $1', instanceId);
    expect(await lane()).toMatchObject({ consecutive_failures: 0, pause_reason: null });
  });
});

describe('a dead webhook', () => {
  test('that returns 410 is paused at once; its deliveries are kept and sent once it is resumed, without a used attempt', async () => {
    receiver.answer(path, status(410));
    await commit();
    await fixture.until('the pause', `SELECT pause_reason = 'gone' FROM lanes WHERE instance_id = $1`, instanceId);
    await untilQuiet();
    await commit(2);
    receiver.answer(path, status(200));
    await fixture.rows('UPDATE lanes SET paused_at = NULL, pause_reason = NULL WHERE instance_id = $1', instanceId);
    worker.hint(instanceId);
    await fixture.until('all', 'SELECT count(*) = 3 FROM delivery_log WHERE instance_id = $1', instanceId);
    expect(
      await fixture.rows('SELECT DISTINCT status, attempts FROM delivery_log WHERE instance_id = $1', instanceId),
    ).toEqual([{ status: 'delivered', attempts: 1 }]);
    expect(worker.logged.filter((line) => line.instance_id === instanceId).map(({ msg }) => msg)).toEqual([
      'A webhook was disabled; its deliveries are kept.',
    ]);
  });

  const failing = (days: number, failures: number) =>
    fixture.rows(
      `UPDATE lanes SET failing_since = now() - $2 * interval '1 day', consecutive_failures = $3, resume_at = NULL WHERE instance_id = $1`,
      instanceId,
      days,
      failures,
    );

  test('is paused after three days and ten failures, and its events stay in the ledger; half of that logs one warning', async () => {
    receiver.answer(path, status(500));
    await failing(1.6, 5);
    await commit(2);
    await untilAttempts(1);
    await untilQuiet();
    await letTimePass(1000);
    await untilAttempts(2);
    await untilQuiet();
    expect((await lane()).pause_reason).toBeNull();
    await failing(3.1, 9);
    await letTimePass(1000);
    await fixture.until('the pause', `SELECT pause_reason = 'failing' FROM lanes WHERE instance_id = $1`, instanceId);
    expect(worker.logged.filter((line) => line.instance_id === instanceId).map(({ msg }) => msg)).toEqual([
      'A webhook has failed for long; it will be disabled.',
      'A webhook was disabled; its deliveries are kept.',
    ]);
    expect(await fixture.one('SELECT count(*)::int AS n FROM deliveries WHERE instance_id = $1', instanceId)).toEqual({
      n: 2,
    });
    const readLedger = () => worker.callAs(instanceId, events, { limit: 100 });
    await pollUntil(async () => ((await readLedger()).count === 2 ? true : null), { what: () => 'both in the ledger' });
  });

  test('is not paused after three days alone or ten failures alone', async () => {
    receiver.answer(path, status(500));
    await failing(4, 3);
    await commit();
    await untilAttempts(1);
    await untilQuiet();
    await failing(1, 40);
    await letTimePass(1000);
    await untilAttempts(2);
    await untilQuiet();
    expect((await lane()).pause_reason).toBeNull();
  });
});

describe('keys', () => {
  test('deliveries of a disabled key, or of one without an address, wait until it is changed', async () => {
    await fixture.commit({});
    await fixture.rows('UPDATE api_keys SET enabled = false WHERE instance_id = $1', instanceId);
    await untilQuiet();
    await fixture.rows('DELETE FROM delivery_log WHERE instance_id = $1', instanceId);
    await fixture.rows('DELETE FROM deliveries WHERE instance_id = $1', instanceId);
    const [{ seq } = { seq: '0' }] = await fixture.rows<{ seq: string }>(
      'SELECT seq FROM events ORDER BY seq DESC LIMIT 1',
    );
    await fixture.rows('INSERT INTO deliveries (instance_id, event_seq) VALUES ($1, $2)', instanceId, seq);
    const before = receiver.at(path).length;
    worker.hint(instanceId);
    await untilPolled();
    await fixture.rows('UPDATE api_keys SET enabled = true, webhook_url = NULL WHERE instance_id = $1', instanceId);
    await untilPolled();
    expect(receiver.at(path)).toHaveLength(before);
    await fixture.rows('UPDATE api_keys SET webhook_url = $2 WHERE instance_id = $1', instanceId, receiver.url(path));
    await fixture.until('the delivery', 'SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1', instanceId);
  });
});
