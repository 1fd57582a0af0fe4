import { randomBytes } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import type { Database } from '@parley/database/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { parseEnvironment } from '@parley/runtime/environment';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InboundService, openInboundService } from '../src/service.ts';
import { applyDue } from '../src/use-cases/apply-due.ts';
import { makeSeeds, NUMBER } from './seed-database.ts';

// No service runs here: only the test sweeps.
let database: TestDatabase;
const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

function openSweeper(db: Database): InboundService {
  return openInboundService({
    environment: parseEnvironment({ PARLEY_PUBLIC_URL: 'https://parley.example' }),
    database: db,
    cipher,
    bus: makeBusClient(makeInProcessCarrier(), { logger: silentLogger }),
    logger: silentLogger,
    metrics: new Registry(),
  });
}

test('an update that fails is set aside itself, also when another replica holds it by then', async () => {
  const { rows, addTenant, addAccount } = makeSeeds(database.db, cipher);
  const tenantId = await addTenant('acme');
  const accountId = await addAccount({ tenantId, channel: 'wa', externalId: NUMBER });
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
