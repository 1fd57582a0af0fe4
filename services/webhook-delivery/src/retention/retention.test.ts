import { makeId } from '@parley/common/ids';
import { dayOf as dayNumber } from '@parley/common/values/day-number';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';
import { keepPartitions } from './keep-partitions.steps.ts';

const PARTITIONED = ['events', 'delivery_log', 'delivery_attempts'] as const;
const LONG_AGO = -40;

let fixture: OpenDelivery;
let receiver: Receiver;
let nextKey = 0;
let instanceId: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await fixture.rows('UPDATE api_keys SET revoked_at = now()');
  instanceId = `ins_retention${++nextKey}`;
  await fixture.addKey(instanceId, receiver.url(`/${instanceId}`));
});

/** One day for the whole file and its data: midnight may pass during the run. Only the workers use the clock. */
const TODAY = dayNumber(new Date());
const dayOf = (offset: number): string => new Date((TODAY + offset) * 86_400_000).toISOString().slice(0, 10);
const nameOf = (table: string, offset: number): string => `${table}_${dayOf(offset).replaceAll('-', '')}`;
const keep = (offset: number): Promise<void> =>
  keepPartitions({ database: fixture.database.db }, { today: TODAY + offset, keepDays: 30 });
const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await fixture.rows<{ name: string }>(
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
      table,
    )
  ).map(({ name }) => name);
const count = async (table: string): Promise<number> =>
  Number((await fixture.one<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).n);

/** Writes an old event with an ended or waiting delivery and an attempt. */
async function writeOld(waits: boolean): Promise<string> {
  const id = makeId('evt');
  await fixture.rows(
    `WITH old AS (SELECT ($1::date - date '1970-01-01')::bigint << 40 AS first, $1::date + interval '1 hour' AS at),
          event AS (INSERT INTO events (seq, id, tenant_id, type, channel, data, created_at, position)
                    SELECT first + nextval('events_seq_seq'), $2, $3, 'message.received', 'wa', '{}', at, 1 FROM old RETURNING seq),
          ended AS (INSERT INTO delivery_log SELECT first + nextval('deliveries_id_seq'), $4, seq, 'delivered', 1, at, at FROM old, event WHERE NOT $5),
          waiting AS (INSERT INTO deliveries (id, instance_id, event_seq, created_at)
                      SELECT first + nextval('deliveries_id_seq'), $4, seq, at FROM old, event WHERE $5)
     INSERT INTO delivery_attempts (delivery_id, instance_id, at, latency_ms) SELECT first, $4, at, 1 FROM old`,
    dayOf(LONG_AGO),
    id,
    fixture.tenantId,
    instanceId,
    waits,
  );
  return id;
}

test('events, ended deliveries and attempts are in daily partitions, created ahead, and not in the default ones', async () => {
  const worker = await fixture.startWorker();
  // A worker that starts after midnight creates the partitions of its own day and the next three; the run's databases
  // may be from the day before.
  for (const table of PARTITIONED)
    await expect
      .poll(() => partitionsOf(table))
      .toEqual(expect.arrayContaining([1, 2, 3].map((day) => nameOf(table, day))));
  await fixture.commit({}, {}, {});
  worker.hint(instanceId);
  await fixture.until('three to end', 'SELECT count(*) = 3 FROM delivery_log WHERE instance_id = $1', instanceId);
  for (const table of PARTITIONED) {
    const ofDays = await fixture.rows<{ name: string }>(`SELECT tableoid::regclass::text AS name FROM ${table}`);
    expect([nameOf(table, 0), nameOf(table, 1)]).toEqual(expect.arrayContaining(ofDays.map(({ name }) => name)));
  }
  await worker.close();
});

test('a day past retention is dropped completely in all three tables; events of waiting deliveries stay', async () => {
  await keep(LONG_AGO);
  const ended = await writeOld(false);
  const awaited = await writeOld(true);
  await keep(0);
  expect(await partitionsOf('delivery_log')).not.toContain(nameOf('delivery_log', LONG_AGO));
  expect(await partitionsOf('delivery_attempts')).not.toContain(nameOf('delivery_attempts', LONG_AGO));
  expect(await partitionsOf('events')).toContain(nameOf('events', LONG_AGO));
  await fixture.rows(`UPDATE lanes SET paused_at = now() WHERE instance_id = $1`, instanceId);
  const worker = await fixture.startWorker();
  await fixture.until('the rest of the day to go', 'SELECT NOT EXISTS (SELECT 1 FROM events WHERE id = $1)', ended);
  expect(await fixture.rows('SELECT 1 FROM events WHERE id = $1', awaited)).toHaveLength(1);
  await worker.close();

  await fixture.rows('UPDATE lanes SET paused_at = NULL WHERE instance_id = $1', instanceId);
  const next = await fixture.startWorker();
  await fixture.until('it to be delivered', `SELECT count(*) = 1 FROM delivery_log WHERE instance_id = $1`, instanceId);
  expect(receiver.at(`/${instanceId}`).map(({ body }) => body.id)).toEqual([awaited]);
  await next.close();
  await keep(0);
  expect(await partitionsOf('events')).not.toContain(nameOf('events', LONG_AGO));
});

test('rows of a day without a partition are deleted after 30 days too, and do not prevent new partitions', async () => {
  await writeOld(false);
  expect(await count('events_default')).toBe(1);
  await keep(LONG_AGO);
  expect(await partitionsOf('events')).not.toContain(nameOf('events', LONG_AGO));
  const worker = await fixture.startWorker();
  await fixture.until(
    'what is past retention to go',
    `SELECT (SELECT count(*) FROM events_default) + (SELECT count(*) FROM delivery_log_default WHERE ended_at < now() - interval '30 days')
          + (SELECT count(*) FROM delivery_attempts_default) = 0`,
  );
  await worker.close();
});

test('the table of due deliveries is empty when all are delivered, and contains no old rows', async () => {
  const worker = await fixture.startWorker();
  const before = await count('delivery_log');
  for (let at = 0; at < 10; at++) await fixture.commit(...Array.from({ length: 50 }, () => ({})));
  worker.hint(instanceId);
  await fixture.until('500 to end', 'SELECT count(*) = 500 FROM delivery_log WHERE instance_id = $1', instanceId);
  expect(await count('deliveries')).toBe(0);
  expect(await count('delivery_log')).toBe(before + 500);
  await worker.close();
});
