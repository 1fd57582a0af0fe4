import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findDeadWorkers, holdPresence, type WorkerPresence } from '@parley/database/claims/worker-presence';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { migrate } from '@parley/database/migrations/migrate';
import { startOwnPostgres } from '@parley/testing/database/own-postgres';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { openTcpSwitch } from '@parley/testing/servers/tcp-switch';
import { expect, test } from 'vitest';

const ENLISTED = { text: 'SELECT number FROM worker_presence ORDER BY number' };
const END_SESSIONS = {
  text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'parley-presence-test'`,
};

const until = <T>(what: string, look: () => Promise<T | null | false> | T | null | false): Promise<T> =>
  pollUntil(async () => (await look()) || null, { what: () => what });

const goneOf = async (db: Database): Promise<string[]> =>
  (await findDeadWorkers(db, 'test')).map(({ worker }) => worker).sort();

/** A presence that records its notifications. */
async function openPresence(url: string, worker = 'a', graceMs?: number) {
  const reported: string[] = [];
  const presence: WorkerPresence = holdPresence({
    database: { url },
    service: 'test',
    worker,
    onLockFailed: () => {},
    ...(graceMs === undefined ? {} : { graceMs }),
  });
  presence.onLost(() => reported.push('lost'));
  presence.onBack(() => reported.push('back'));
  const number = await until('the lock', () => presence.number());
  return { presence, reported, number, [Symbol.asyncDispose]: () => presence.close() };
}

function through(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

test('a lock that cannot be acquired is reported from the second failed attempt on', async () => {
  await using database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  relay.cut();
  let triesAtReport = 0;
  const presence = holdPresence({
    database: { url: through(database.url, relay.port) },
    service: 'test',
    worker: 'a',
    onLockFailed: () => {
      triesAtReport ||= relay.refused();
    },
  });
  await until('a report', () => triesAtReport > 0);
  expect(triesAtReport).toBe(2);
  relay.restore();
  await until('the lock', () => presence.number());
  await presence.close();
});

test('a killed process loses its presence, a frozen one keeps it, and each has its own number', async () => {
  await using database = await createTestDatabase();
  const start = (worker: string) =>
    spawn(
      process.execPath,
      [
        '--import=tsx',
        '--conditions=source',
        fileURLToPath(new URL('presence-process.ts', import.meta.url)),
        database.url,
        worker,
      ],
      { stdio: 'inherit' },
    );
  const [killed, frozen] = [start('killed'), start('frozen')];
  await until('both', async () => (await database.db.query(ENLISTED)).rowCount === 2);
  frozen.kill('SIGSTOP');
  expect(await goneOf(database.db)).toEqual([]);
  killed.kill('SIGKILL');
  await until('the killed one to be gone', async () => (await goneOf(database.db)).includes('killed'));
  expect(await goneOf(database.db)).toEqual(['killed']);
  frozen.kill('SIGKILL');
  await once(frozen, 'exit');
  await until('both to be gone', async () => (await goneOf(database.db)).length === 2);
});

test('a worker that leaves is removed from the list', async () => {
  await using database = await createTestDatabase();
  const { presence } = await openPresence(database.url);
  await presence.close();
  expect((await database.db.query(ENLISTED)).rows).toEqual([]);
  expect(presence.number()).toBeNull();
});

test('a session that the server ends is restored under its number, before its loss is reported', async () => {
  await using database = await createTestDatabase();
  await using held = await openPresence(database.url, 'a', 10_000);
  await database.db.query(END_SESSIONS);
  await until('to be back', () => held.reported.includes('back'));
  expect(held.reported).toEqual(['back']);
  expect(held.presence.number()).toBe(held.number);
  expect(await goneOf(database.db)).toEqual([]);
});

test('a worker that is cut off is considered dead, and is notified; it returns under its number', async () => {
  await using database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  await using held = await openPresence(through(database.url, relay.port));
  relay.cut();
  await until('its loss to be reported', () => held.reported.includes('lost'));
  expect(held.presence.number()).toBeNull();
  expect(await goneOf(database.db)).toEqual(['a']);
  // Its removal from the list does not prevent its return.
  await database.db.query({ text: 'DELETE FROM worker_presence' });
  relay.restore();
  await until('to be back', () => held.reported.includes('back'));
  expect(held.presence.number()).toBe(held.number);
  expect((await database.db.query(ENLISTED)).rows).toEqual([{ number: held.number }]);
  expect(await goneOf(database.db)).toEqual([]);
});

test('a holder abandons a hanging connection, and acquires the lock from the session that the server still has', async () => {
  await using database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  await using held = await openPresence(through(database.url, relay.port), 'a', 60_000);
  relay.stall();
  // The worker reports its return only after it abandoned the connection, which may take less time than a poll.
  await until('to be back', () => held.reported.includes('back'));
  expect(held.presence.number()).toBe(held.number);
});

test('a connection over TCP is pinged, and one over a Unix socket is not: only the end of a process ends it', async () => {
  const postgres = await startOwnPostgres();
  const db = connectDatabase({ url: postgres.url });
  try {
    await migrate(postgres.url);
    // The first one to be pinged, if it is.
    await using _local = await openPresence(postgres.socketUrl, 'local');
    await using _distant = await openPresence(postgres.url, 'distant');
    const lastStatements = async () => {
      const { rows } = await db.query<{ isLocal: boolean; query: string }>({
        text: `SELECT client_addr IS NULL AS "isLocal", query FROM pg_stat_activity WHERE application_name = 'parley-presence-test'`,
      });
      return new Map(rows.map(({ isLocal, query }) => [isLocal ? 'local' : 'distant', query]));
    };
    const last = await until('a ping', async () => {
      const statements = await lastStatements();
      return statements.get('distant') === 'SELECT 1' && statements;
    });
    expect(last.get('local')).toContain('INSERT INTO worker_presence');
  } finally {
    await db.close();
    await postgres.stop();
  }
}, 120_000);

test('a transaction that found a worker dead prevents its return until the transaction ends', async () => {
  await using database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  await using relay = await openTcpSwitch({ host: hostname, port: Number(port) });
  await using held = await openPresence(through(database.url, relay.port));
  await database.db.transaction(async (sql) => {
    relay.cut();
    await until('to be gone', async () => (await findDeadWorkers(sql, 'test')).length === 1);
    relay.restore();
    // It requests its lock, and does not get it.
    await until('its next session', async () => {
      const { rowCount } = await database.db.query({
        text: `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                  AND application_name = 'parley-presence-test' AND query LIKE '%pg_t%'`,
      });
      return rowCount > 0;
    });
    expect(held.presence.number()).toBeNull();
  });
  await until('to be back', () => held.presence.number() === held.number);
});

/**
 * Long enough for a connection attempt on a busy machine, so that each refusal is noticed: more than the timeout of a
 * connection, which waits for a server that has just begun to listen.
 */
const GRACE_MS = 4000;

test('while PostgreSQL is down no loss is reported, because no other worker can claim anything; after its start the lock is held again', async () => {
  const postgres = await startOwnPostgres();
  const db = connectDatabase({ url: postgres.url });
  try {
    await migrate(postgres.url);
    await using held = await openPresence(postgres.url, 'a', GRACE_MS);
    for (const how of ['fast', 'crash'] as const) {
      held.reported.length = 0;
      await postgres.end(how);
      await until('the loss to be noticed', () => held.presence.number() === null);
      await until('the server to be down', () =>
        db.ping().then(
          () => false,
          () => true,
        ),
      );
      const downSince = performance.now();
      await until('the grace to be over', () => performance.now() - downSince > 1.25 * GRACE_MS);
      expect(held.reported).toEqual([]);
      await postgres.start();
      await until('to be back', () => held.reported.includes('back'));
      // A server that listens and does not answer yet looks like one that others can reach: then a loss is reported as
      // well.
      expect(held.presence.number()).toBe(held.number);
      expect(await goneOf(db)).toEqual([]);
    }
  } finally {
    await db.close();
    await postgres.stop();
  }
}, 120_000);
