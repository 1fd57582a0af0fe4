import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { makeCipher } from '@parley/database/encryption';
import { parseEnvironment } from '@parley/runtime/environment';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeBatch } from '../batch/store-batch.steps.ts';
import { type InboundService, openInboundService } from '../service.ts';
import { applyDue } from './apply-due.ts';
import { expirePending } from './expire-pending.ts';
import { limitPending } from './limit-pending.ts';
import { PENDING_CAP } from './pending.rules.ts';

// Updates about messages of other systems never find their message; their cost is limited. No service runs here: only
// the test sweeps.
let database: TestDatabase;
let now = new Date();
const dropped: [accountId: number, count: number][] = [];
let expired = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query({
    text: `WITH tenant AS (INSERT INTO tenants (id, slug, name) VALUES (1, 'acme', 'Acme') RETURNING id)
           INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
           SELECT a.id, tenant.id, 'wa', a.name, a.name, '' FROM tenant, (VALUES (1, 'shared'), (2, 'quiet')) AS a (id, name)`,
  });
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.db.query({ text: 'DELETE FROM pending_updates' });
  now = new Date();
  dropped.length = 0;
  expired = 0;
});

/** No service runs its workers here, and nothing is set aside. */
function openSweeper(): InboundService {
  const logger = silentLogger;
  const parts = {
    environment: parseEnvironment({ PARLEY_PUBLIC_URL: 'https://parley.example' }),
    database: database.db,
    cipher: makeCipher(`k1:${randomBytes(32).toString('base64')}`),
    bus: makeBusClient(makeInProcessCarrier(), { logger }),
    logger,
    metrics: new Registry(),
    now: () => now,
  };
  const service = openInboundService(parts, storeBatch);
  return {
    ...service,
    logger: {
      ...logger,
      warn: (_event, fields: { channel_account_id?: number; dropped?: number }) =>
        dropped.push([fields.channel_account_id ?? 0, fields.dropped ?? 0]),
    },
    metrics: {
      ...service.metrics,
      pendingDropped(reason, count) {
        if (reason === 'expired') expired += count;
      },
      unstorable() {
        throw new Error('An element was set aside.');
      },
    },
  };
}
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

/** Adds receipts of messages that Parley did not send. */
async function addForeign(
  count: number,
  { account = 1, waitsFor = null as number | null, at = now } = {},
): Promise<void> {
  await database.db.query({
    text: `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, waits_for, created_at, look_at)
           SELECT $1, 'foreign-' || n, 'receipt', '{}', $3, $4, $4 FROM generate_series(1, $2) AS n`,
    values: [account, count, waitsFor, at],
  });
}
const count = async (condition: string, ...values: unknown[]): Promise<number> => {
  const text = `SELECT count(*)::int AS n FROM pending_updates WHERE ${condition}`;
  return (await database.db.query<{ n: number }>({ text, values })).rows[0]?.n ?? 0;
};
const due = () => count('look_at <= $1', now);

test('an update whose message never arrives is checked at growing intervals, not at each sweep', async () => {
  await addForeign(500);
  await applyDue(openSweeper(), now);
  expect(await due()).toBe(0);
  later(400);
  expect(await due()).toBe(0);
  // After an hour it is due once, and then not for a quarter of an hour.
  later(3_600_000);
  expect(await due()).toBe(500);
  await applyDue(openSweeper(), now);
  later(14 * 60_000);
  expect(await due()).toBe(0);
  later(2 * 60_000);
  expect(await due()).toBe(500);
  expect(await count('true')).toBe(500);
});

test('one sweep checks at most 2000 updates, the longest due first', async () => {
  await addForeign(2500, { at: new Date(now.getTime() - 60_000) });
  await addForeign(100, { account: 2 });
  await applyDue(openSweeper(), now);
  expect(await due()).toBe(600);
  expect(await count('channel_account_id = 2 AND look_at <= $1', now)).toBe(100);
  await applyDue(openSweeper(), now);
  expect(await due()).toBe(0);
});

test('beyond an account’s cap the oldest are dropped and reported; other accounts, and updates that wait for a send, stay', async () => {
  await addForeign(30);
  await addForeign(20, { account: 2 });
  await addForeign(25, { waitsFor: 99 });
  await limitPending(openSweeper(), 20);
  expect(await count('channel_account_id = 1 AND waits_for IS NULL')).toBe(20);
  const oldest = `provider_message_id = ANY ('{foreign-1,foreign-10}')`;
  expect(await count(`channel_account_id = 1 AND waits_for IS NULL AND ${oldest}`)).toBe(0);
  expect(await count('waits_for = 99')).toBe(25);
  expect(await count('channel_account_id = 2')).toBe(20);
  expect(dropped).toEqual([[1, 10]]);
  await limitPending(openSweeper(), 20);
  expect(dropped).toHaveLength(1);
});

test('an account keeps ten thousand waiting updates', async () => {
  await addForeign(PENDING_CAP + 50);
  await limitPending(openSweeper());
  expect(await count('true')).toBe(10_000);
  expect(dropped).toEqual([[1, 50]]);
});

test('an update older than 7 days is dropped and counted', async () => {
  await addForeign(3, { at: new Date(now.getTime() - 7 * 24 * 3_600_000 - 1000) });
  await addForeign(2);
  expect(await expirePending(openSweeper())).toBe(3);
  expect([expired, await count('true')]).toEqual([3, 2]);
});
