import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import type { Database } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseEnvironment } from '@parley/runtime/environment';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSeeds, NUMBER, type Seeds } from '../../test/seed-database.ts';
import { applyDue } from '../pending/apply-due.ts';
import { type InboundService, openInboundService } from '../service.ts';
import { storeBatch } from './store-batch.steps.ts';
import { storeItems } from './store-items.steps.ts';

// No service runs here: only the test sweeps.
const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
let database: TestDatabase;
let rows: Seeds['rows'];
let tenantId: number;
let accountId: number;
beforeEach(async () => {
  database = await createTestDatabase();
  const seeds = makeSeeds(database.db, cipher);
  rows = seeds.rows;
  tenantId = await seeds.addTenant('acme');
  accountId = await seeds.addAccount({ tenantId, channel: 'wa', externalId: NUMBER });
});
afterEach(() => database?.drop());

function openSweeper(db: Database): InboundService {
  const parts = {
    environment: parseEnvironment({ PARLEY_PUBLIC_URL: 'https://parley.example' }),
    database: db,
    cipher,
    bus: makeBusClient(makeInProcessCarrier(), { logger: silentLogger }),
    logger: silentLogger,
    metrics: new Registry(),
  };
  return openInboundService(parts, storeBatch);
}

const receipt = (providerMessageId: string, status: string) =>
  JSON.stringify({
    kind: 'receipt',
    account: { channel: 'wa', externalId: NUMBER },
    at: new Date().toISOString(),
    providerMessageId,
    status,
    error: null,
    callbackData: null,
  });

test('an update that fails is set aside itself, also when another replica holds it by then', async () => {
  await rows(
    `WITH contact AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wa') RETURNING id),
          conversation AS (INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
                           SELECT $1, 'wa', $2, id, '+15551234567' FROM contact RETURNING id)
     INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           provider_message_id, happened_at)
     SELECT $1, id, $2, 'wa', 'out', 'api', 'sent', '+15551234567', 'Hi', name, now()
       FROM conversation, unnest(ARRAY['bad', 'good']) AS name`,
    tenantId,
    accountId,
  );
  await rows(
    `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, look_at)
     VALUES ($1, 'bad', 'receipt', $2::jsonb, now() - interval '2 minutes'),
            ($1, 'good', 'receipt', $3::jsonb, now() - interval '1 minute')`,
    accountId,
    receipt('bad', 'hovering'),
    receipt('good', 'read'),
  );

  const other = await database.db.pool.connect();
  const setsAside = 3; // after the batch, and the first update alone
  let transactions = 0;
  const replica = openSweeper({
    ...database.db,
    async transaction(work) {
      if (++transactions === setsAside) {
        await other.query('BEGIN');
        await other.query(`SELECT 1 FROM pending_updates WHERE provider_message_id = 'bad' FOR UPDATE`);
      }
      return database.db.transaction(work);
    },
  });
  try {
    let isOver = false;
    const applying = applyDue(replica, new Date()).finally(() => {
      isOver = true;
    });
    applying.catch(() => {}); // awaited below
    await pollUntil(
      async () => {
        const waiting = await rows(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return isOver || waiting.length > 0 || null;
      },
      { what: () => 'the replica to wait for the update, or to go on without it' },
    );
    await other.query('ROLLBACK');
    await applying;
  } finally {
    other.release();
  }
  expect(await rows('SELECT provider_message_id AS id, status FROM messages ORDER BY id')).toEqual([
    { id: 'bad', status: 'sent' },
    { id: 'good', status: 'read' },
  ]);
  expect(await rows('SELECT kind, reason FROM quarantined_elements')).toEqual([
    { kind: 'receipt', reason: 'ZodError' },
  ]);
  expect(await rows('SELECT 1 FROM pending_updates')).toEqual([]);
});

const messageFromPhone = (id: string): InboundItem => ({
  kind: 'echo',
  account: { channel: 'wa', externalId: NUMBER },
  at: new Date(),
  providerMessageId: id,
  origin: 'phone',
  mayBeOurs: false,
  callbackData: null,
  to: { address: '+15551234567', aliases: [] },
  text: 'Hi there',
  attachments: [],
  raw: {},
});

test('a message is stored although an update that waited for it cannot be applied; only the update is set aside', async () => {
  const replica = openSweeper(database.db);
  await rows(
    `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, look_at)
     VALUES ($1, 'early', 'receipt', $2::jsonb, now() + interval '1 minute'),
            ($1, 'early', 'receipt', $3::jsonb, now() + interval '1 minute')`,
    accountId,
    receipt('early', 'hovering'),
    receipt('early', 'read'),
  );
  await storeItems(replica, [messageFromPhone('early')]);
  expect(await rows('SELECT provider_message_id AS id FROM messages')).toEqual([{ id: 'early' }]);
  expect(await rows('SELECT kind FROM quarantined_elements')).toEqual([]);
  await applyDue(replica, new Date(Date.now() + 60_000));
  expect(await rows('SELECT status FROM messages')).toEqual([{ status: 'read' }]);
  expect(await rows('SELECT kind, reason FROM quarantined_elements')).toEqual([
    { kind: 'receipt', reason: 'ZodError' },
  ]);
  expect(await rows('SELECT 1 FROM pending_updates')).toEqual([]);
});
