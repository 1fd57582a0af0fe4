import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMoveIn } from '@parley/parley/command-line/add-move-in';
import { buildProgram } from '@parley/parley/command-line/build-program';
import type { PlannedDevice } from '@parley/parley/move-in/make-plan';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { encodeTwice, writeStore } from './make-store.ts';
import { serveMySql } from './serve-mysql.ts';
import { serveRedis } from './serve-redis.ts';
import { ddlOf, insertsOf, JID, rowsOf } from './whatsmeow-tables.ts';
import { writeSqlite } from './write-sqlite.ts';

const PASSWORD = 'redis-secret';
const LOJA = '5511999999999:12@s.whatsapp.net';

let directory: string;
let database: TestDatabase;
let store: Awaited<ReturnType<typeof encodeTwice>>;
let redis: Awaited<ReturnType<typeof serveRedis>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-move-in-'));
  database = await createTestDatabase();
  await writeStore(join(directory, 'instances', 'id-loja'), LOJA);
  store = await encodeTwice(join(directory, 'instances', 'id-loja'));
  const hashes = new Map([['evolution:instance:id-loja', store.fields]]);
  redis = await serveRedis({ password: PASSWORD, database: '6', hashes });
  await fillEvolution();
}, 60_000);
afterAll(async () => {
  await redis.close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

async function fillEvolution(): Promise<void> {
  const { query } = database.db;
  await query({
    text: 'CREATE TABLE "Instance" (id text PRIMARY KEY, name text UNIQUE, integration text, "connectionStatus" text)',
  });
  await query({ text: 'CREATE TABLE "Session" (id text PRIMARY KEY, "sessionId" text UNIQUE, creds text)' });
  for (const [id, name, integration] of [
    ['id-loja', 'Loja', 'WHATSAPP-BAILEYS'],
    ['id-new', 'New', 'WHATSAPP-BAILEYS'],
    ['id-cloud', 'Cloud', 'WHATSAPP-BUSINESS'],
  ])
    await query({ text: `INSERT INTO "Instance" VALUES ($1, $2, $3, 'open')`, values: [id, name, integration] });
  await query({ text: `INSERT INTO "Session" VALUES ('s1', 'id-loja', $1)`, values: [store.creds] });
}

interface Plan {
  devices: PlannedDevice[];
  source_answers: boolean | null;
}

/** Runs the command; returns all that it printed. */
async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  const noClient = () => Promise.reject(new Error('The plan calls nothing.'));
  const program = addMoveIn(buildProgram(noClient), noClient);
  await program.parseAsync(['node', 'parley', 'move-in', ...args, '--plan']);
  vi.restoreAllMocks();
  return lines.join('\n');
}
const planned = async (...args: string[]): Promise<Plan> => {
  const plan: unknown = JSON.parse(await printed(...args, '--json'));
  return plan as Plan; // safe: printed by the command
};

const MOVES = { 'app-state-sync-key': 1, 'identity-key': 1, 'lid-mapping': 1, 'pre-key': 5 };
const LOJA_PLAN = { name: 'Loja', phone: '+5511999999999', device: LOJA, moves: MOVES, stays: {}, refused: null };
const NEW_PLAN = { name: 'New', device: null, refused: expect.stringContaining('no credentials') };
const redisUrl = (password = PASSWORD): string => `redis://:${password}@127.0.0.1:${redis.port}/6`;

test('Evolution API with SQL and Redis: linked instances, with the reason why one cannot be moved', async () => {
  const plan = await planned('evolution', '--database', database.url, '--redis', redisUrl());
  expect(plan).toEqual({ devices: [LOJA_PLAN, expect.objectContaining(NEW_PLAN)], source_answers: null });
});

test('Evolution API with SQL and files', async () => {
  const { devices } = await planned('evolution', '--database', database.url, '--files', join(directory, 'instances'));
  expect(devices).toEqual([LOJA_PLAN, expect.objectContaining(NEW_PLAN)]);
});

test('Evolution API with Redis alone, and with credentials in both stores, of which one has to be named', async () => {
  const hash = new Map([...store.fields, ['creds', store.creds]]);
  const hashes = new Map([['other:instance:id-loja', hash]]);
  const other = await serveRedis({ password: PASSWORD, database: '6', hashes });
  const source = ['evolution', '--database', database.url, '--redis', `redis://:${PASSWORD}@127.0.0.1:${other.port}/6`];
  const args = [...source, '--redis-prefix', 'other', '--instance', 'Loja'];
  expect((await planned(...args)).devices).toMatchObject([{ refused: expect.stringContaining('--creds') }]);
  expect((await planned(...args, '--creds', 'redis')).devices).toEqual([LOJA_PLAN]);
  await database.db.query({ text: `UPDATE "Session" SET "sessionId" = 'away'` });
  expect((await planned(...args)).devices).toEqual([LOJA_PLAN]);
  await database.db.query({ text: `UPDATE "Session" SET "sessionId" = 'id-loja'` });
  await other.close();
});

test('Evolution API with MySQL', async () => {
  const mysql = await serveMySql([
    { id: 'id-loja', name: 'Loja', integration: 'WHATSAPP-BAILEYS', creds: store.creds },
    { id: 'id-new', name: 'New', integration: 'WHATSAPP-BAILEYS', creds: null },
  ]);
  const { devices } = await planned('evolution', '--database', mysql.url, '--redis', redisUrl());
  await mysql.close();
  expect(devices).toEqual([LOJA_PLAN, expect.objectContaining(NEW_PLAN)]);
  expect(mysql.asked).toEqual([
    expect.stringContaining('FROM `Instance` i LEFT JOIN `Session` s ON s.`sessionId` = i.id'),
  ]);
});

test('keys that are elsewhere, and a wrong password, are reported with what to do', async () => {
  const source = ['evolution', '--database', database.url];
  const [loja] = (await planned(...source)).devices;
  expect(loja?.refused).toContain('name the Redis server with --redis');
  const [prefix] = (await planned(...source, '--redis', redisUrl(), '--redis-prefix', 'wrong')).devices;
  expect(prefix?.refused).toContain('--redis-prefix');
  const refusal = await planned(...source, '--redis', redisUrl('wrong-secret')).catch((error: Error) => error.message);
  expect(refusal).toContain('WRONGPASS');
  expect(refusal).not.toContain('wrong-secret');
});

test('files of Baileys: one device, several below a directory, and half a store', async () => {
  const sessions = join(directory, 'noweb');
  await writeStore(join(sessions, 'shop'), '15551000:2@s.whatsapp.net');
  await writeStore(join(sessions, 'desk', 'auth'), '15551001:3@s.whatsapp.net');
  await mkdir(join(sessions, 'half'), { recursive: true });
  await writeFile(join(sessions, 'half', 'creds.json'), '{"noiseKey":{"private":');
  const { devices } = await planned('baileys-files', sessions);
  expect(devices).toMatchObject([
    { name: 'desk', phone: '+15551001', refused: null },
    { name: 'half', refused: expect.stringContaining('cannot be used') },
    { name: 'shop', phone: '+15551000', refused: null },
  ]);
  expect((await planned('baileys-files', join(sessions, 'shop'))).devices).toMatchObject([
    { name: 'shop', moves: MOVES },
  ]);
});

test('two stores of one link are both refused, because one is an old copy', async () => {
  const copies = join(directory, 'copies');
  await writeStore(join(copies, 'a'), '15551002:2@s.whatsapp.net');
  await writeStore(join(copies, 'b'), '15551002:2@s.whatsapp.net');
  const { devices } = await planned('baileys-files', copies);
  expect(devices.map(({ refused }) => refused)).toEqual([
    'a and b have the same link: name the one in use.',
    'a and b have the same link: name the one in use.',
  ]);
});

test('rows of Baileys as JSON lines', async () => {
  const file = join(directory, 'rows.jsonl');
  const lines = [...store.fields].map(([key, value]) => JSON.stringify({ key, value: JSON.parse(value) }));
  await writeFile(file, [...lines, JSON.stringify({ key: 'creds', value: JSON.parse(store.creds) }), ''].join('\n'));
  expect((await planned('baileys-rows', file)).devices).toEqual([{ ...LOJA_PLAN, name: 'rows.jsonl' }]);
  await writeFile(file, 'no row');
  await expect(planned('baileys-rows', file)).rejects.toThrow('Line 1');
});

const WHATSMEOW = {
  name: JID,
  phone: '+15550009',
  device: JID,
  moves: { 'pre-key': 17, session: 3, 'sender-key': 2, 'lid-mapping': 2 },
  stays: { 'whatsmeow_message_secrets (not used by Parley)': 1 },
  refused: null,
};

test('whatsmeow with PostgreSQL, without the numbers that other devices of the store know', async () => {
  for (const text of ddlOf('bytea')) await database.db.query({ text });
  for (const insert of insertsOf(rowsOf(), (index) => `$${index + 1}`)) await database.db.query(insert);
  expect((await planned('whatsmeow', '--database', database.url)).devices).toEqual([WHATSMEOW]);
  await expect(planned('whatsmeow', '--database', database.url, '--device', '1:1@s.whatsapp.net')).rejects.toThrow(
    'no device',
  );
});

/** A SQLite file with these rows. */
const writeStoreFile = (path: string, rows: ReturnType<typeof rowsOf>): Promise<void> =>
  writeSqlite(path, [...ddlOf('blob').map((text) => ({ text })), ...insertsOf(rows, () => '?')]);

test('whatsmeow with SQLite, in one file or with a second one for the keys; not while its log has content', async () => {
  const [main, keys] = [join(directory, 'whatsapp.db'), join(directory, 'keys.db')];
  await writeStoreFile(main, rowsOf());
  expect((await planned('whatsmeow', '--database', `file:${main}`)).devices).toEqual([WHATSMEOW]);
  const isKey = ([table]: [string, unknown]): boolean => /pre_keys|sessions|sender_keys|message_secrets/.test(table);
  await writeStoreFile(
    main,
    rowsOf().filter((row) => !isKey(row)),
  );
  await writeStoreFile(keys, rowsOf().filter(isKey));
  expect((await planned('whatsmeow', '--database', main, '--keys-database', keys)).devices).toEqual([WHATSMEOW]);
  await writeFile(`${main}-wal`, 'pages');
  await expect(planned('whatsmeow', '--database', main)).rejects.toThrow('VACUUM INTO');
});

test('a source whose own API answers still runs', async () => {
  const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // safe: it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = ['baileys-files', join(directory, 'instances', 'id-loja'), '--source-url', url];
  expect(await planned(...source)).toMatchObject({ source_answers: true });
  await new Promise((resolve) => server.close(resolve));
  expect(await planned(...source)).toMatchObject({ source_answers: false });
});

test('the plan shows counts, and no part of a key', async () => {
  const files = join(directory, 'instances', 'id-loja');
  const text = await printed('baileys-files', files);
  expect(text).toContain(`id-loja: +5511999999999, ${LOJA}\n  moves: 1 app-state-sync-key`);
  expect(text).toContain('1 of 1 devices can be moved.');
  // safe: written by the library
  const creds = JSON.parse(await readFile(join(files, 'creds.json'), 'utf8')) as {
    advSecretKey: string;
    noiseKey: { private: { data: string } };
  };
  for (const secret of [creds.advSecretKey, creds.noiseKey.private.data]) expect(text).not.toContain(secret);
});
