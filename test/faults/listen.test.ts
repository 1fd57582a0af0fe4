import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleEvent } from '@parley/common/events/sample-events';
import { makeId } from '@parley/common/ids';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant } from '../support/tenants/client.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver.ts';

const CLI = fileURLToPath(new URL('../../apps/cli/dist/cli.js', import.meta.url));
const EVENTS = perTier({ short: 2000, soak: 10_000 });
const BATCH = 100;
const HOOK = '/hook';
const TEST_MS = 300_000;
/** Limit of events that one process forwards one after the other. */
const PATIENCE_MS = 120_000;

let database: TestDatabase;
let system: System;
let tenant: TestTenant;
let receiver: WebhookReceiver;
let folder: string;
let listening: ChildProcess;

beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), openWebhookReceiver()]);
  system = await startSystem('one-machine', { DATABASE_URL: database.url });
  tenant = await makeTenant(system);
  // `listen` alone receives the events.
  await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { webhook_url: null });
  receiver.expectSecret(HOOK, tenant.webhookSecret);
  folder = await mkdtemp(join(tmpdir(), 'parley-listen-'));
});
afterAll(async () => {
  listening?.kill('SIGKILL');
  await system?.stop();
  await receiver?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

function startListening(): void {
  listening = spawn(process.execPath, [CLI, 'listen', '--forward', receiver.url(HOOK)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PARLEY_CONFIG_DIR: folder,
      PARLEY_BASE_URL: tenant.base,
      PARLEY_API_KEY: tenant.apiKey,
      PARLEY_WEBHOOK_SECRET: tenant.webhookSecret,
    },
  });
}

async function endListening(signal: NodeJS.Signals): Promise<void> {
  const ended = once(listening, 'exit');
  listening.kill(signal);
  await ended;
}

/** Writes events in the transactions that services write them in; returns their ids. */
async function writeEvents(count: number): Promise<string[]> {
  const { rows } = await database.db.query<{ id: number }>({
    text: 'SELECT id FROM tenants WHERE slug = $1',
    values: [tenant.slug],
  });
  const [{ id: tenantId } = { id: 0 }] = rows;
  const ids: string[] = [];
  while (ids.length < count) {
    const createdAt = new Date();
    const data = JSON.stringify(sampleEvent('message.received', createdAt));
    const row = { tenantId, type: 'message.received', channel: 'wa', conversationId: null, traceparent: null } as const;
    const event = { ...row, data, createdAt };
    const batch = Array.from({ length: BATCH }, () => ({ ...event, id: makeId('evt') }));
    await database.db.transaction((sql) => appendRows(sql, batch));
    ids.push(...batch.map(({ id }) => id));
  }
  return ids;
}

const arrived = (): string[] => receiver.at(HOOK).map(({ eventId }) => eventId);
const untilArrived = (count: number): Promise<true> =>
  pollUntil(async () => arrived().length >= count || null, {
    deadlineMs: PATIENCE_MS,
    what: () => `${count} events, of which ${arrived().length} arrived`,
  });

test('listen forwards every event once and in order over restarts of itself and of Parley, and a kill repeats at most one', {
  timeout: TEST_MS,
}, async () => {
  await writeEvents(BATCH);
  startListening();
  await pollUntil(async () => (await readdir(join(folder, 'cursors')).catch(() => [])).length || null, {
    what: () => 'the position of the first run',
  });
  const writing = writeEvents(EVENTS);

  await untilArrived(EVENTS * 0.1);
  await endListening('SIGTERM');
  startListening();
  await untilArrived(EVENTS * 0.3);
  system.kill('SIGKILL');
  await system.restart();
  await untilArrived(EVENTS * 0.5);
  await endListening('SIGINT');
  system.kill('SIGTERM');
  await system.restart();
  startListening();
  await untilArrived(EVENTS * 0.7);
  expect(receiver.duplicates([HOOK])).toBe(0);

  await endListening('SIGKILL');
  startListening();
  const written = await writing;
  await pollUntil(async () => arrived().at(-1) === written.at(-1) || null, {
    deadlineMs: PATIENCE_MS,
    what: () => `the last of ${EVENTS} events, of which ${arrived().length} arrived`,
  });
  expect([...new Set(arrived())]).toEqual(written);
  expect(receiver.duplicates([HOOK])).toBeLessThanOrEqual(1);
  expect(receiver.wrong).toEqual([]);
});
