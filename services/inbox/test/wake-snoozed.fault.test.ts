import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { endStatementsOf, holdTable } from '@parley/testing/database/hold-table';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { startProgram } from '@parley/testing/programs/start-program';
import { afterEach, beforeEach, expect, test } from 'vitest';

// docs/reference/operator-api.md#snooze
const PROGRAM = new URL('./worker-process.ts', import.meta.url);
const KEYS = `k1:${randomBytes(32).toString('base64')}`;
/** More than a batch of the worker. */
const SNOOZED = 500;

let database: TestDatabase;
const workers: ChildProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  await rows(
    `WITH tenant AS (INSERT INTO tenants (slug, name) VALUES ('acme', 'Acme') RETURNING id),
          account AS (
            INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials)
            SELECT id, 'wa', '1', 'Shop', '' FROM tenant RETURNING id, tenant_id),
          people AS (
            INSERT INTO contacts (tenant_id, channel) SELECT id, 'wa' FROM tenant, generate_series(1, ${SNOOZED + 1}) RETURNING id)
     INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, is_snoozed, snoozed_until)
     SELECT a.tenant_id, 'wa', a.id, p.id, p.id::text, true,
            CASE WHEN row_number() OVER () <= ${SNOOZED} THEN now() - interval '1 second' ELSE now() + interval '1 day' END
       FROM account a, people p`,
  );
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await database.drop();
});

const rows = async <T>(text: string): Promise<T[]> => (await database.db.query<T>({ text })).rows;

async function startWorker(): Promise<ChildProcess> {
  const worker = startProgram(PROGRAM, {
    env: { ...process.env, DATABASE_URL: database.url, PARLEY_ENCRYPTION_KEYS: KEYS },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

const untilAllAreBack = () =>
  pollUntil(
    async () =>
      (await rows('SELECT 1 FROM conversations WHERE is_snoozed AND snoozed_until <= now()')).length === 0 || null,
    { deadlineMs: 60_000, what: () => 'every conversation whose time has come to be back' },
  );

/** Each came back once; the one whose time has not come did not. */
async function expectEachOnce(): Promise<void> {
  const lines = await rows<{ kind: string; count: number }>(
    `SELECT kind, count(*)::int AS count FROM conversation_changes GROUP BY conversation_id, kind`,
  );
  expect(lines).toEqual(Array.from({ length: SNOOZED }, () => ({ kind: 'woken', count: 1 })));
  expect(await rows('SELECT is_snoozed FROM conversations WHERE is_snoozed')).toHaveLength(1);
}

test('when a worker is killed between the return and its line in the thread, another worker completes both once', async () => {
  const held = await holdTable(database.url, 'conversation_changes', 'SHARE');
  const first = await startWorker();
  await held.waiting('UPDATE conversations c');
  first.kill('SIGKILL');
  await once(first, 'exit');
  await endStatementsOf(database.url, 'parley');
  await held.release();
  expect(await rows('SELECT 1 FROM conversations WHERE NOT is_snoozed')).toEqual([]);
  expect(await rows('SELECT 1 FROM conversation_changes')).toEqual([]);
  await startWorker();
  await untilAllAreBack();
  await expectEachOnce();
}, 120_000);

test('three workers, one of which is killed at any time, bring each conversation back once', async () => {
  const [first] = await Promise.all([startWorker(), startWorker(), startWorker()]);
  first.kill('SIGKILL');
  await untilAllAreBack();
  await expectEachOnce();
}, 120_000);
