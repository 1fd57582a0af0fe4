import type { ServerResponse } from 'node:http';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { endStatementsOf, holdTable as hold } from '@parley/testing/database/hold-table';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret, type OpenDelivery, openDelivery } from './open-delivery.ts';
import { expectVerified, openReceiver, type Receiver } from './receiver.ts';
import { kill, makeWorkerProcesses, type WorkerProcesses } from './worker-processes.ts';

const EVENTS = 100;
/** Maximum deliveries of a lane in flight. */
const IN_FLIGHT = 16;
/** Maximum deliveries that are sent but not stored. */
const MAX_UNSTORED = 64;
const LEASE_SECONDS = 5;

let fixture: OpenDelivery;
let receiver: Receiver;
let secret: string;
let processes: WorkerProcesses;

beforeEach(async () => {
  fixture = await openDelivery();
  processes = makeWorkerProcesses(fixture, { PARLEY_WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS) });
  receiver = await openReceiver();
});
afterEach(async () => {
  processes.endAll();
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** The kind of lane on which the worker dies: how to create it, and how to commit events for it. Returns their ids. */
interface LaneKind {
  lane: string;
  add(): Promise<string>;
  commit(): Promise<string[]>;
}

const ofKey: LaneKind = {
  lane: 'a key',
  add: () => fixture.addKey('ins_a', receiver.url('/a')),
  commit: () => fixture.commit(...Array.from({ length: EVENTS }, (_, n) => ({ data: { n } }))),
};

const ofPlatformWebhook: LaneKind = {
  lane: 'a platform webhook',
  async add() {
    const secret = makeSecret();
    await fixture.rows(
      `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret) VALUES ('plt_a', NULL, $1, '{sms-sent}', $2)`,
      receiver.url('/a'),
      fixture.encryptPlatform(secret),
    );
    await fixture.rows(`INSERT INTO lanes (instance_id) VALUES ('plt_a')`);
    return secret;
  },
  async commit() {
    const createdAt = new Date();
    const { tenantId } = fixture;
    const events = Array.from({ length: EVENTS }, (_, n) => ({
      type: 'sms-sent' as const,
      tenantId,
      channel: null,
      conversationId: null,
      createdAt,
      data: {
        notification_id: `ntf_${n}`,
        kind: 'low_credit',
        to: '+9655…12',
        provider: 'twilio',
        provider_id: null,
        accepted_at: createdAt.toISOString(),
      },
    }));
    await fixture.database.db.transaction((sql) => appendPlatformEvents(sql, events));
    return (await fixture.rows<{ id: string }>('SELECT id FROM events')).map(({ id }) => id);
  },
};

const untilArrived = (count: number): Promise<true> =>
  pollUntil(() => receiver.arrived.length >= count || null, {
    everyMs: 1,
    what: () => `${count} arrivals`,
  });

/** Parts of the worker's statements, within the 1,024 characters that PostgreSQL shows. */
const CLAIM = 'WITH RECURSIVE waiting';
const READ = 'e.id AS event_id';
const COMPLETE = 'INSERT INTO delivery_log';

const holdTable = (table: string) => hold(fixture.database.url, table);
const endItsStatements = (): Promise<void> => endStatementsOf(fixture.database.url, 'parley');

/** A successor finishes the work: every event arrives, verified, with at most this many duplicates. */
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

describe.each([ofKey, ofPlatformWebhook])('a worker on the lane of $lane', ({ add, commit }) => {
  beforeEach(async () => {
    secret = await add();
  });

  test('killed after the commit, before the hint: every event arrives once', async () => {
    // It never claims a lane.
    const lanes = await holdTable('lanes');
    const worker = await processes.start();
    const ids = await commit();
    await lanes.waiting(CLAIM);
    await kill(worker);
    await endItsStatements();
    await lanes.release();
    expect(receiver.arrived).toEqual([]);
    await expectAllArrive('after the commit', ids, 0);
  });

  test('killed after the claim, before it reads: every event arrives once, without waiting for the lease', async () => {
    const ids = await commit();
    const events = await holdTable('events');
    const worker = await processes.start();
    await events.waiting(READ);
    expect(await fixture.one('SELECT claim_id IS NOT NULL AS claimed FROM lanes')).toEqual({ claimed: true });
    await kill(worker);
    await endItsStatements();
    await events.release();
    expect(receiver.arrived).toEqual([]);
    await expectAllArrive('after the claim', ids, 0);
  });

  test('killed after the POST, before the answer: every event arrives, with duplicates only of those in flight', async () => {
    const held: ServerResponse[] = [];
    receiver.answer('/a', (_arrived, response) => void held.push(response));
    const ids = await commit();
    const worker = await processes.start();
    await untilArrived(IN_FLIGHT);
    await kill(worker);
    expect(receiver.arrived).toHaveLength(IN_FLIGHT);
    await expectAllArrive('after the POST', ids, IN_FLIGHT);
  });

  test('killed after the answers, before the completion: every event arrives, with duplicates only of those not stored', async () => {
    const ids = await commit();
    const log = await holdTable('delivery_log');
    const worker = await processes.start();
    await log.waiting(COMPLETE);
    // While the completion is blocked, the worker sends up to the maximum of unstored ones.
    await untilArrived(MAX_UNSTORED);
    await kill(worker);
    await endItsStatements();
    await log.release();
    expect(receiver.arrived).toHaveLength(MAX_UNSTORED);
    expect(await fixture.rows('SELECT 1 FROM delivery_log')).toEqual([]);
    await expectAllArrive('before the completion', ids, MAX_UNSTORED);
  });

  test('killed during its completion: deliveries that the server still stores are not sent again', async () => {
    const ids = await commit();
    const log = await holdTable('delivery_log');
    const worker = await processes.start();
    await log.waiting(COMPLETE);
    await untilArrived(MAX_UNSTORED);
    await kill(worker);
    // The server has not noticed the worker's death, and finishes its statement.
    await log.release();
    await fixture.until('the orphaned completion', 'SELECT count(*) > 0 FROM delivery_log');
    const [stored] = await fixture.rows<{ n: number }>('SELECT count(*)::int AS n FROM delivery_log');
    await expectAllArrive('during the completion', ids, MAX_UNSTORED - (stored?.n ?? 0));
  });
});
