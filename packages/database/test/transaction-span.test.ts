import { type OpenTracing, openTracing } from '@parley/runtime/tracing/open-tracing';
import { traceRequest } from '@parley/runtime/tracing/tracing';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { type OtlpReceiver, startOtlpReceiver } from '@parley/testing/servers/otlp-receiver';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../src/connection/connect-database.ts';
import { unsentStatement } from '../src/statements/unsent.ts';

// docs/operations/traces.md#what-is-traced

let receiver: OtlpReceiver;
let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  testDatabase = await createTestDatabase();
  db = connectDatabase({ url: testDatabase.url });
});
afterAll(async () => {
  await db?.close();
  await testDatabase?.drop();
  await receiver?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.spans.length = 0;
});

const one = { name: 'one', text: 'SELECT 1' };
const wrong = { name: 'wrong', text: 'SELECT 1 / 0' };

const open = (): Promise<OpenTracing> =>
  openTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    'test',
    silentLogger,
  );

/** Runs `work` in a traced request; returns the names of its spans, each with that of its parent. */
async function pathsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { close } = await open();
  const request = traceRequest(undefined, { name: 'POST', kind: 'server' });
  if (!request) throw new Error('The request is not recorded.');
  await new Promise<void>((resolve, reject) => request.enter(() => void work().then(() => resolve(), reject)));
  request.end('request', {});
  await close();
  const nameOf = (id: string | undefined) => receiver.spans.find(({ spanId }) => spanId === id)?.name ?? 'nothing';
  return receiver.spans.map(({ name, parentSpanId }) => `${name} in ${nameOf(parentSpanId)}`).sort();
}

test('a transaction has a span, in which its statements are', async () => {
  const paths = await pathsOf(() =>
    db.transaction(async (sql) => {
      await sql.query(one);
      await sql.commitWith(unsentStatement({ ...one, name: 'last' }, () => null));
    }),
  );
  expect(paths).toEqual([
    'begin in transaction',
    'commit in transaction',
    'last in transaction',
    'one in transaction',
    'request in nothing',
    'transaction in request',
  ]);
  const span = receiver.spans.find(({ name }) => name === 'transaction');
  expect(span).toMatchObject({ kind: 3, attributes: { 'db.system.name': 'postgresql' }, status: {} });
});

test('a transaction that is rolled back has a failed span, and a statement outside of a transaction has no span', async () => {
  const failing = () =>
    db.transaction(async (sql) => {
      await sql.query(wrong);
    });
  const paths = await pathsOf(async () => {
    await db.query(one);
    await failing().catch(() => {});
  });
  expect(paths).toEqual([
    'begin in transaction',
    'one in request',
    'request in nothing',
    'rollback in transaction',
    'transaction in request',
    'wrong in transaction',
  ]);
  const span = receiver.spans.find(({ name }) => name === 'transaction');
  expect(span).toMatchObject({ attributes: { 'error.type': '22012' }, status: { code: 2 } });
});

test('the statements of a transaction of the Prisma client are in its span', async () => {
  const paths = await pathsOf(() => db.prismaTransaction(({ sql }) => sql.query(one)));
  expect(paths).toEqual(['one in transaction', 'request in nothing', 'transaction in request']);
});

test('a statement outside a traced request has no span', async () => {
  const { close } = await open();
  await db.transaction((sql) => sql.query(one));
  await close();
  expect(receiver.spans).toEqual([]);
});
