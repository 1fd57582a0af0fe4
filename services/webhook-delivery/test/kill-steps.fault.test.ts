import type { ServerResponse } from 'node:http';
import { pollUntil } from '@parley/testing/poll-until';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from './open-delivery.ts';
import { expectVerified, openReceiver, type Receiver } from './receiver.ts';
import { kill, makeWorkerProcesses, type WorkerProcesses } from './worker-processes.ts';

const EVENTS = 100;
/** Most deliveries of a lane in flight. */
const IN_FLIGHT = 16;
/** Most deliveries that are sent and not stored. */
const MOST_UNSTORED = 64;
const LEASE_SECONDS = 5;

let fixture: OpenDelivery;
let receiver: Receiver;
let secret: string;
let processes: WorkerProcesses;

beforeEach(async () => {
  fixture = await openDelivery();
  processes = makeWorkerProcesses(fixture, { PARLEY_WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS) });
  receiver = await openReceiver();
  secret = await fixture.addKey('ins_a', receiver.url('/a'));
});
afterEach(async () => {
  processes.endAll();
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const commit = (): Promise<string[]> => fixture.commit(...Array.from({ length: EVENTS }, (_, n) => ({ data: { n } })));
const untilArrived = (count: number): Promise<true> =>
  pollUntil(() => receiver.arrived.length >= count || null, {
    deadlineMs: 20_000,
    everyMs: 1,
    what: () => `${count} arrivals`,
  });

/** Parts of the worker's statements, within the 1,024 characters that PostgreSQL shows of each. */
const CLAIM = 'WITH RECURSIVE waiting';
const READ = 'e.id AS event_id';
const COMPLETE = 'INSERT INTO delivery_log';

/** Locks a table, so that the worker blocks in the given statement. */
async function holdTable(table: string, statement: string) {
  const client = new pg.Client({ connectionString: fixture.database.url });
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const isBlocked = async (): Promise<true | null> => {
    const waiting = await fixture.rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      `%${statement}%`,
    );
    return waiting.length > 0 || null;
  };
  return {
    waiting: () =>
      pollUntil(isBlocked, { deadlineMs: 20_000, everyMs: 1, what: () => `the worker to block in ${statement}` }),
    async release() {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

/** Ends the killed worker's statements, as the server does when it notices the closed connection. */
const endItsStatements = (): Promise<unknown> =>
  fixture.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'parley'`,
  );

/** A successor finishes the work. Every event has arrived, verified, with at most so many duplicates. */
async function expectAllArrive(step: string, ids: string[], mostDuplicates: number): Promise<void> {
  receiver.answer('/a', (_arrived, response) => response.end());
  const startedAt = Date.now();
  await processes.start();
  await fixture.until('all stored', `SELECT count(*) = $1 FROM delivery_log WHERE status = 'delivered'`, EVENTS);
  const arrived = receiver.arrived.map(({ body }) => body.id);
  const duplicates = arrived.length - new Set(arrived).size;
  console.log(
    `killed ${step}: accepted ${EVENTS}, delivered ${new Set(arrived).size}, duplicates ${duplicates} (at most ${mostDuplicates}), drained in ${Date.now() - startedAt} ms`,
  );
  expect(new Set(arrived)).toEqual(new Set(ids));
  expect(duplicates).toBeLessThanOrEqual(mostDuplicates);
  for (const one of receiver.arrived) expectVerified(one, secret);
  expect(await fixture.rows('SELECT 1 FROM deliveries')).toEqual([]);
}

test('killed after the commit, before the hint: every event arrives once', async () => {
  // It never claims a lane.
  const lanes = await holdTable('lanes', CLAIM);
  const worker = await processes.start();
  const ids = await commit();
  await lanes.waiting();
  await kill(worker);
  await endItsStatements();
  await lanes.release();
  expect(receiver.arrived).toEqual([]);
  await expectAllArrive('after the commit', ids, 0);
});

test('killed after the claim, before it has read: every event arrives once, without waiting for the lease', async () => {
  const ids = await commit();
  const events = await holdTable('events', READ);
  const worker = await processes.start();
  await events.waiting();
  expect(await fixture.one('SELECT claim_id IS NOT NULL AS claimed FROM lanes')).toEqual({ claimed: true });
  await kill(worker);
  await endItsStatements();
  await events.release();
  expect(receiver.arrived).toEqual([]);
  await expectAllArrive('after the claim', ids, 0);
});

test('killed after the POST, before the answer: every event arrives, duplicates are what was in flight', async () => {
  const held: ServerResponse[] = [];
  receiver.answer('/a', (_arrived, response) => void held.push(response));
  const ids = await commit();
  const worker = await processes.start();
  await untilArrived(IN_FLIGHT);
  await kill(worker);
  expect(receiver.arrived).toHaveLength(IN_FLIGHT);
  await expectAllArrive('after the POST', ids, IN_FLIGHT);
});

test('killed after the answers, before the completion: every event arrives, duplicates are what was not stored', async () => {
  const ids = await commit();
  const log = await holdTable('delivery_log', COMPLETE);
  const worker = await processes.start();
  await log.waiting();
  // While the completion is blocked, it sends until it has the most unstored ones.
  await untilArrived(MOST_UNSTORED);
  await kill(worker);
  await endItsStatements();
  await log.release();
  expect(receiver.arrived).toHaveLength(MOST_UNSTORED);
  expect(await fixture.rows('SELECT 1 FROM delivery_log')).toEqual([]);
  await expectAllArrive('before the completion', ids, MOST_UNSTORED);
});

test('killed during its completion: what the server still stores is not sent again', async () => {
  const ids = await commit();
  const log = await holdTable('delivery_log', COMPLETE);
  const worker = await processes.start();
  await log.waiting();
  await untilArrived(MOST_UNSTORED);
  await kill(worker);
  // The server has not noticed the worker's death, and finishes its statement.
  await log.release();
  await fixture.until('the orphaned completion', 'SELECT count(*) > 0 FROM delivery_log');
  const [stored] = await fixture.rows<{ n: number }>('SELECT count(*)::int AS n FROM delivery_log');
  await expectAllArrive('during the completion', ids, MOST_UNSTORED - (stored?.n ?? 0));
});
