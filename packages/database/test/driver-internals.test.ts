import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { PrismaPg } from '@prisma/adapter-pg';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asProtocol,
  type DriverQuery,
  encodeValue,
  forgetSubmitted,
  PG_VERSION,
  sendStatement,
} from '../src/connection/pg-internals.ts';
import {
  connectionOf,
  convertErrors,
  PRISMA_VERSION,
  rewriteQueries,
  TIMER_IMPORT,
} from '../src/connection/prisma-internals.ts';

// A new version of the driver or of Prisma: read what changed in the members below, then raise the pinned version.

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.[Symbol.asyncDispose]();
});

interface Package {
  version: string;
  dependencies: Record<string, string>;
}
const require = createRequire(import.meta.url);
const readPackage = (path: string): Package => JSON.parse(readFileSync(path, 'utf8'));
const pinned = (folder: string, name: string): string | undefined =>
  readPackage(require.resolve(`../../../${folder}/package.json`)).dependencies[name];

/** The package.json above a package's entry point. */
function installedVersion(name: string): string {
  const entry = require.resolve(name);
  const root = entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length);
  return readPackage(`${root}package.json`).version;
}

test('the driver and Prisma have exactly the versions that the internals were written for', () => {
  for (const folder of ['packages/database', 'packages/embedded-postgres', 'packages/testing'])
    expect(pinned(folder, 'pg'), folder).toBe(PG_VERSION);
  expect(installedVersion('pg')).toBe(PG_VERSION);
  for (const name of ['@prisma/adapter-pg', '@prisma/driver-adapter-utils']) {
    expect(pinned('packages/database', name), name).toBe(PRISMA_VERSION);
    expect(installedVersion(name), name).toBe(PRISMA_VERSION);
  }
  expect(pinned('packages/database', '@prisma/schema-engine-wasm')).toMatch(new RegExp(`^${PRISMA_VERSION}-`));
  expect(installedVersion('@prisma/schema-engine-wasm')).toBe(
    pinned('packages/database', '@prisma/schema-engine-wasm'),
  );
});

test('the driver encodes parameters as text or bytes', () => {
  expect([null, undefined, 'ä', 7, true, ['a', null], { a: 1 }].map(encodeValue)).toEqual([
    null,
    null,
    'ä',
    '7',
    'true',
    '{"a",NULL}',
    '{"a":1}',
  ]);
  expect(encodeValue(Buffer.from([0, 255]))).toEqual(Buffer.from([0, 255]));
});

/** Runs two statements in one write, and records what the driver calls. */
class Recorder implements DriverQuery {
  readonly name = 'twice';
  readonly text = 'SELECT $1::int4 AS n';
  readonly calls: unknown[][] = [];
  readonly #isDone: () => void;
  callback: () => void = () => {};
  /** Text by name, of what is sent and not yet parsed. */
  submitted: unknown;

  constructor(isDone: () => void) {
    this.#isDone = isDone;
  }
  submit(given: pg.Connection): void {
    const connection = asProtocol(given);
    for (const value of ['1', null])
      sendStatement(connection, { name: this.name, text: this.text, values: [value] }, value !== null);
    this.submitted = { ...connection.submittedNamedStatements };
    connection.sync();
  }
  #record(...call: unknown[]): void {
    this.calls.push(call);
  }
  handleRowDescription({ fields }: Parameters<DriverQuery['handleRowDescription']>[0]): void {
    this.#record(
      'columns',
      ...fields.map(({ name, dataTypeID, tableID, columnID }) => ({ name, dataTypeID, tableID, columnID })),
    );
  }
  handleDataRow({ fields }: { fields: unknown[] }): void {
    this.#record('row', ...fields);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#record('complete', text);
  }
  handleEmptyQuery(): void {
    this.#record('empty');
  }
  handleError(error: unknown): void {
    this.#record('error', error);
    this.#isDone();
  }
  handleReadyForQuery(): void {
    this.#record('ready');
    this.callback();
    this.#isDone();
  }
}

test('the driver runs our own query object: it passes results on in order and records prepared statements', async () => {
  const client = new pg.Client({ connectionString: database.url, query_timeout: 30_000 });
  await client.connect();
  let connection: pg.Connection | undefined;
  const recorder = await new Promise<Recorder>((resolve) => {
    const query = new Recorder(() => resolve(query));
    const submit = query.submit.bind(query);
    query.submit = (given) => {
      connection = given;
      submit(given);
    };
    client.query(query);
  });
  expect(recorder.calls).toEqual([
    ['columns', { name: 'n', dataTypeID: 23, tableID: 0, columnID: 0 }],
    ['row', '1'],
    ['complete', 'SELECT 1'],
    ['row', null],
    ['complete', 'SELECT 1'],
    ['ready'],
  ]);
  if (!connection) throw new Error('The query was not submitted.');
  const protocol = asProtocol(connection);
  expect(recorder.submitted).toEqual({ twice: recorder.text });
  expect(protocol.submittedNamedStatements).toEqual({});
  expect(protocol.parsedStatements).toMatchObject({ twice: recorder.text });
  protocol.submittedNamedStatements.lost = 'SELECT 1';
  forgetSubmitted(protocol, ['lost']);
  expect(protocol.submittedNamedStatements).toEqual({});
  await client.end();
});

const READ_ONE = { sql: 'SELECT 1 AS one', args: [], argTypes: [] };

test('an adapter of Prisma converts every error by one member, and a transaction has its connection', async () => {
  const adapter = await new PrismaPg(database.db.pool).connect();
  const seen: unknown[] = [];
  const convert = (error: unknown): never => {
    seen.push(error);
    throw new Error('converted');
  };
  convertErrors(adapter, convert);
  await expect(adapter.queryRaw({ ...READ_ONE, sql: 'SELECT 1/0' })).rejects.toThrow('converted');
  const transaction = await adapter.startTransaction();
  convertErrors(transaction, convert);
  const { rows } = await connectionOf(transaction).query('SELECT pg_backend_pid() AS pid');
  expect((await transaction.queryRaw({ ...READ_ONE, sql: 'SELECT pg_backend_pid()' })).rows).toEqual([[rows[0].pid]]);
  await expect(transaction.executeRaw({ ...READ_ONE, sql: 'SELECT 1/0' })).rejects.toThrow('converted');
  await connectionOf(transaction).query('ROLLBACK');
  await transaction.rollback();
  expect(seen).toMatchObject([{ code: '22012' }, { code: '22012' }]);
});

test('an adapter of Prisma runs every query by one member', async () => {
  const adapter = await new PrismaPg(database.db.pool).connect();
  const TEXT = 25;
  rewriteQueries(adapter, { sql: (text) => text.replace('1', `'two'`), dataTypeID: (id) => (id === TEXT ? 1042 : id) });
  const rewritten = await adapter.queryRaw(READ_ONE);
  const plain = await (await new PrismaPg(database.db.pool).connect()).queryRaw({
    ...READ_ONE,
    sql: `SELECT 'two'::bpchar AS one`,
  });
  expect(rewritten).toEqual(plain);
});

// A second engine would take over the members of the one that migrated the test's database, so this one is only
// inspected.
test('the schema engine has the members by which it is loaded', () => {
  const names = Object.keys(bindings);
  expect(names).toContain('__wbg_set_wasm');
  expect(names.some((name) => name.startsWith(TIMER_IMPORT))).toBe(true);
});
