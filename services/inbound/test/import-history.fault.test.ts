import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { startHistoryImport } from '@parley/messaging/accounts/start-history-import';
import { endStatementsOf, holdTable } from '@parley/testing/database/hold-table';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { startProgram } from '@parley/testing/programs/start-program';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { afterEach, beforeEach, expect, test } from 'vitest';

// docs/reference/wa.md#history
const PROGRAM = new URL('./worker-process.ts', import.meta.url);
const KEYS = `k1:${randomBytes(32).toString('base64')}`;
const OWN = '15550783881';
const PEOPLE = 50;
const DEADLINE_MS = 240_000;
const NOW_S = Math.floor(Date.now() / 1000);

let database: TestDatabase;
let accountId = 0;
const workers: ChildProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  const [account] = await rows<{ id: number; tenantId: number }>(
    `WITH tenant AS (INSERT INTO tenants (slug, name) VALUES ('acme', 'Acme') RETURNING id)
     INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials, is_on_biz_app)
     SELECT id, 'wa', '106540352242922', 'Shop', '+${OWN}', '', true FROM tenant RETURNING id, tenant_id AS "tenantId"`,
  );
  if (!account) throw new Error('No account was made.');
  accountId = account.id;
  await startHistoryImport(database.db, account, { at: new Date(), isAsked: true });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await database.drop();
});

const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await database.db.query<T>({ text, values })).rows;

async function startWorker(): Promise<ChildProcess> {
  const worker = startProgram(PROGRAM, {
    env: { ...process.env, DATABASE_URL: database.url, PARLEY_ENCRYPTION_KEYS: KEYS },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

const person = (index: number): string => `1650555${String(index % PEOPLE).padStart(4, '0')}`;

/** The parts of a history of `count` messages, each minute one, in any order; the last percentage may come first. */
async function keepParts(count: number, parts: number, shuffle: (below: number) => number): Promise<void> {
  const order = Array.from({ length: parts }, (_, index) => index);
  for (let index = parts - 1; index > 0; index--) {
    const other = shuffle(index + 1);
    [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
  }
  for (const part of order) {
    const threads = Array.from({ length: count / parts }, (_, index) => {
      const n = part + index * parts;
      const isOwn = n % 3 === 0;
      const sides = isOwn ? { from: OWN, to: person(n) } : { from: person(n) };
      const text =
        n % 10 === 1
          ? { type: 'image', image: { id: `m${n}`, caption: `m ${n}` } }
          : { type: 'text', text: { body: `m ${n}` } };
      const message = { ...sides, id: `wamid.${n}`, timestamp: String(NOW_S - (count - n) * 60), ...text };
      return { id: person(n), context: { wa_id: person(n) }, messages: [message] };
    });
    const progress = Math.round(((part + 1) * 100) / parts);
    const payload = {
      metadata: { display_phone_number: OWN, phone_number_id: '106540352242922' },
      history: [{ metadata: { phase: 0, chunk_order: part, progress }, threads }],
    };
    await rows(
      `INSERT INTO history_parts (channel_account_id, field, payload, received_at, due_at) VALUES ($1, 'history', $2, now(), now())`,
      accountId,
      payload,
    );
  }
}

const untilRead = () =>
  pollUntil(async () => (await rows('SELECT 1 FROM history_parts LIMIT 1')).length === 0 || null, {
    deadlineMs: DEADLINE_MS,
    what: () => 'every part to be read',
  });

/** Ends the pause after the last part. */
const beginImport = () => rows(`UPDATE history_imports SET import_at = now() - interval '1 minute'`);

const untilDone = () =>
  pollUntil(
    async () =>
      (await rows(`SELECT 1 FROM history_imports WHERE history_state = 'done' AND import_at IS NULL`)).length > 0 ||
      null,
    { deadlineMs: DEADLINE_MS, what: () => 'the import to end' },
  );

/** Every message is there once, in order of time, with its file; nothing waits, nothing was reported. */
async function expectComplete(count: number): Promise<void> {
  const stored = await rows<{ text: string }>('SELECT text FROM messages ORDER BY id');
  expect(stored.map(({ text }) => text)).toEqual(Array.from({ length: count }, (_, n) => `m ${n}`));
  expect(await rows('SELECT count(*)::int AS files FROM attachments')).toEqual([{ files: count / 10 }]);
  expect(await rows('SELECT imported FROM history_imports')).toEqual([{ imported: count }]);
  expect(
    await rows('SELECT count(*)::int AS people FROM conversations WHERE unread = 0 AND last_inbound_at IS NULL'),
  ).toEqual([{ people: PEOPLE }]);
  for (const table of ['history_parts', 'history_messages', 'events'])
    expect(await rows(`SELECT 1 FROM ${table} LIMIT 1`)).toEqual([]);
}

test.each([
  ['keeps its messages', 'history_messages', 'reading'],
  ['notes how far it is', 'history_imports', 'reading'],
  ['deletes the part', 'history_parts', 'reading'],
  ['makes the people', 'contacts', 'importing'],
  ['makes the conversations', 'conversations', 'importing'],
  ['writes the messages', 'messages', 'importing'],
  ['writes the files', 'attachments', 'importing'],
  ['forgets what is imported', 'history_messages', 'importing'],
  ['counts what is imported', 'history_imports', 'importing'],
] as const)(
  'a worker that is killed when it %s (%s, %s) imports nothing twice and loses nothing',
  async (_what, table, phase) => {
    const random = makeSeededRandom(1);
    await keepParts(200, 4, random.below);
    if (phase === 'importing') {
      const reader = await startWorker();
      await untilRead();
      await kill(reader);
      await endStatementsOf(database.url, 'parley');
      await beginImport();
    }
    const held = await holdTable(database.url, table, 'SHARE');
    const worker = await startWorker();
    await held.waitedForBy('parley');
    await kill(worker);
    await endStatementsOf(database.url, 'parley');
    await held.release();
    await startWorker();
    await untilRead();
    await beginImport();
    await untilDone();
    await expectComplete(200);
  },
  300_000,
);

/** The largest resident memory of a process so far, in MiB. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test('10,000 messages in 100 parts out of order are imported once, in order, by workers that are killed in between', async () => {
  const random = makeSeededRandom();
  await keepParts(10_000, 100, random.below);
  const imported = async (): Promise<number> =>
    (await rows<{ count: number }>('SELECT count(*)::int AS count FROM messages'))[0]?.count ?? 0;
  const until = (what: string, isReached: () => Promise<boolean>) =>
    pollUntil(async () => (await isReached()) || null, { deadlineMs: DEADLINE_MS, everyMs: 5, what: () => what });

  const first = await startWorker();
  await until('some parts to be read', async () => (await rows('SELECT 1 FROM history_parts')).length < 60);
  await kill(first);
  const second = await startWorker();
  await untilRead();
  await beginImport();
  await until('some messages to be imported', async () => (await imported()) > 2000);
  await kill(second);
  const third = await startWorker();
  await untilDone();
  await expectComplete(10_000);
  const peak = await peakOf(third);
  console.log(`seed ${random.seed}: the importing worker used ${Math.round(peak)} MiB`);
  expect(peak).toBeLessThan(400);
}, 600_000);
