import type { ServerResponse } from 'node:http';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from './open-delivery.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { kill, makeWorkerProcesses, type WorkerProcesses } from './worker-processes.ts';

/** Longer than any test. */
const LEASE = { PARLEY_WEBHOOK_LEASE_SECONDS: '600' };
const KEYS = ['a', 'b'];

let fixture: OpenDelivery;
let receiver: Receiver;
let processes: WorkerProcesses;

beforeEach(async () => {
  fixture = await openDelivery();
  processes = makeWorkerProcesses(fixture, LEASE);
  receiver = await openReceiver();
  for (const name of KEYS) await fixture.addKey(`ins_${name}`, receiver.url(`/${name}`));
});
afterEach(async () => {
  processes.endAll();
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const untilArrived = (n: number): Promise<true> =>
  pollUntil(() => receiver.arrived.length >= n || null, {
    everyMs: 5,
    what: () => `${n} arrivals, there are ${receiver.arrived.length}`,
  });
const untilStored = (n: number) =>
  fixture.until('all stored', `SELECT count(*) = $1 FROM delivery_log WHERE status = 'delivered'`, n);
const answerAll = (): void => {
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => response.end());
};
const holdAll = (): ServerResponse[] => {
  const held: ServerResponse[] = [];
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => void held.push(response));
  return held;
};
const claims = () => fixture.rows('SELECT instance_id, claim_id, holder FROM lanes ORDER BY 1');

test('the other worker takes the lanes of a killed one at once, before their lease expires', async () => {
  holdAll();
  await fixture.commit({}, {});
  const dead = await processes.start();
  await untilArrived(2 * KEYS.length);
  await processes.start();
  await kill(dead);
  answerAll();
  await fixture.commit({});
  await untilStored(3 * KEYS.length);
  expect(receiver.arrived.length).toBeLessThanOrEqual(5 * KEYS.length);
}, 60_000);

test('a worker that restarts after a kill delivers its lanes at once', async () => {
  holdAll();
  await fixture.commit({}, {});
  const dead = await processes.start();
  await untilArrived(2 * KEYS.length);
  await kill(dead);
  answerAll();
  await processes.start();
  await fixture.commit({});
  await untilStored(3 * KEYS.length);
  expect(receiver.arrived.length).toBeLessThanOrEqual(5 * KEYS.length);
}, 60_000);

test('a frozen worker keeps its lanes until their lease expires, and loses them then', async () => {
  const held = holdAll();
  await fixture.commit({});
  const frozen = await processes.start();
  await untilArrived(KEYS.length);
  frozen.kill('SIGSTOP');
  await processes.start();
  await fixture.addKey('ins_c', receiver.url('/c'));
  const before = await claims();
  // Events of other keys are delivered over many checks for dead workers.
  for (let n = 1; n <= 3; n++) {
    await fixture.commit({});
    await untilStored(n);
  }
  expect((await claims()).slice(0, KEYS.length)).toEqual(before.slice(0, KEYS.length));
  answerAll();
  await fixture.rows(`UPDATE lanes SET lease_until = now() - interval '1 second' WHERE claim_id IS NOT NULL`);
  await untilStored(3 + 4 * KEYS.length);
  for (const response of held) response.end();
  frozen.kill('SIGCONT');
}, 60_000);

test('a worker that only loses its presence keeps its lanes and number, and nothing is sent twice', async () => {
  answerAll();
  const worker = await fixture.startWorker({ variables: LEASE });
  await fixture.commit({});
  await untilStored(KEYS.length);
  const [known] = await fixture.rows<{ number: number }>('SELECT number FROM worker_presence');
  const held = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${known?.number}::oid AND granted
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND mode = 'ExclusiveLock'`;
  const [cut] = await fixture.rows<{ pid: number }>(held);
  await fixture.rows(`SELECT pg_terminate_backend(${cut?.pid})`);
  await fixture.commit({});
  await untilStored(2 * KEYS.length);
  await fixture.until('the presence to be back', `SELECT count(*) = 1 FROM (${held}) h WHERE pid <> ${cut?.pid}`);
  await fixture.commit({});
  await untilStored(3 * KEYS.length);
  expect(await fixture.rows('SELECT number FROM worker_presence')).toEqual([known]);
  expect(receiver.arrived).toHaveLength(3 * KEYS.length);
  await worker.close();
  expect(await fixture.rows('SELECT 1 FROM worker_presence')).toEqual([]);
}, 60_000);

test('a worker without a presence delivers too, using leases alone', async () => {
  answerAll();
  await fixture.rows('ALTER TABLE worker_presence RENAME TO worker_presence_away');
  await fixture.startWorker({ variables: LEASE });
  await fixture.commit({});
  await untilStored(KEYS.length);
  await fixture.rows('ALTER TABLE worker_presence_away RENAME TO worker_presence');
}, 60_000);
