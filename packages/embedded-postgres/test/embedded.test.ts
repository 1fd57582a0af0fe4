import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { sharedMemorySettings } from '@parley/embedded-postgres/shared-memory';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const database = connectDatabase({ url });
  try {
    return (await database.query<Row>({ text })).rows;
  } finally {
    await database.close();
  }
}

/** A separate process that starts the server, ignores SIGINT, and waits to be killed. */
function startInAnotherProcess(dataDir: string): Promise<{ parent: ChildProcess; url: string; pid: number }> {
  const code = `
    import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
    process.on('SIGINT', () => {});
    const { url, pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, fast: true });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=source', '--input-type=module', '--eval', code],
    { cwd: import.meta.dirname, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return new Promise((resolve, reject) => {
    parent.once('exit', () => reject(new Error('It ended before its server ran.')));
    parent.stdout.once('data', (line: Buffer) => resolve({ parent, ...JSON.parse(line.toString()) }));
  });
}

test('the server accepts the setting for a machine with little shared memory', async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'shared'), fast: true });
  try {
    const [setting] = await sharedMemorySettings('/proc');
    const [name, value] = setting?.split('=') ?? [];
    const rows = await ask<{ accepted: boolean }>(
      server.url,
      `SELECT '${value}' = ANY (enumvals) AS accepted FROM pg_settings WHERE name = '${name}'`,
    );
    expect(rows).toEqual([{ accepted: true }]);
  } finally {
    await server.stop();
  }
});

test.each([
  ['that only its owner may enter', 0o700],
  ['that everybody may enter', 0o755],
])('in a folder %s: durable, only on loopback, and only its owner can read the password', async (_, mode) => {
  const folder = join(directory, `mode-${mode.toString(8)}`);
  await mkdir(folder);
  await chmod(folder, mode);
  await chmod(directory, mode);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  try {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses'];
    const rows = await ask<{ name: string; setting: string }>(
      server.url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('${settings.join("','")}')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
    });
    expect((await stat(join(folder, 'postgres.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'postgres'))).mode & 0o077).toBe(0);
    await expect(ask(server.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
  } finally {
    await server.stop();
  }
});

test('Ctrl-C does not reach the server, and after kill -9 of its starter the next start takes it over', async () => {
  const dataDir = join(directory, 'survivor');
  const { parent, url, pid } = await startInAnotherProcess(dataDir);
  await ask(url, 'CREATE TABLE kept (n int)');
  if (parent.pid === undefined) throw new Error('The process has no pid.');
  process.kill(-parent.pid, 'SIGINT');
  await ask(url, 'INSERT INTO kept VALUES (7)');
  const ended = new Promise((resolve) => parent.once('exit', resolve));
  process.kill(-parent.pid, 'SIGKILL');
  await ended;
  const next = await startEmbeddedPostgres({ dataDir, fast: true });
  expect(next.pid).toBe(pid);
  expect(next.url).toBe(url);
  expect(await ask(next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await next.stop();
});

test('a killed server restarts automatically at the same address, with all committed rows', async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'killed') });
  const database = connectDatabase({ url: server.url });
  await database.query({ text: 'CREATE TABLE kept (n int)' });
  await database.query({ text: 'INSERT INTO kept VALUES (7)' });
  const running = database.query({ text: 'SELECT pg_sleep(20)' }).catch((error: unknown) => error);
  await pollUntil(
    async () => {
      const { rowCount } = await database.query({
        text: `SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)'`,
      });
      return rowCount > 0 || null;
    },
    { what: () => 'the statement to run' },
  );
  process.kill(server.pid, 'SIGKILL');
  expect(isDatabaseUnavailable(await running)).toBe(true);
  const errors: unknown[] = [];
  const rows = await pollUntil(
    async () => {
      try {
        return (await database.query<{ n: number }>({ text: 'SELECT n FROM kept' })).rows;
      } catch (error) {
        errors.push(error);
        return null;
      }
    },
    { what: () => 'the server to be back' },
  );
  expect(rows).toEqual([{ n: 7 }]);
  expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
  await database.close();
  await server.stop();
});

test('a pid file that names another living program does not stop the start', async () => {
  const dataDir = join(directory, 'recycled');
  const first = await startEmbeddedPostgres({ dataDir, fast: true });
  const pidFile = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  await first.stop();
  await writeFile(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)));
  const second = await startEmbeddedPostgres({ dataDir, fast: true });
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('several starts of one data directory at once end up on one server', async () => {
  const options = { dataDir: join(directory, 'at-once'), fast: true, keepRunning: false };
  const servers = await Promise.all([1, 2, 3].map(() => startEmbeddedPostgres(options)));
  expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  await Promise.all(servers.map((server) => server.stop()));
  await stopEmbeddedPostgres(options.dataDir);
});

test('a folder with other content is left unchanged', async () => {
  const dataDir = join(directory, 'photos');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'cat.jpg'), 'miaow');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('not a PostgreSQL cluster');
  expect(await readFile(join(dataDir, 'cat.jpg'), 'utf8')).toBe('miaow');
});

test('is reached over a Unix socket in its directory, which only its owner may enter, or over TCP when the path is too long', async () => {
  const dataDir = join(directory, 'with-socket');
  const server = await startEmbeddedPostgres({ dataDir, fast: true });
  try {
    expect(new URL(server.socketUrl).searchParams.get('host')).toBe(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await ask(server.socketUrl, 'SELECT inet_client_addr() IS NULL AS is_local')).toEqual([{ is_local: true }]);
  } finally {
    await server.stop();
  }
  const long = await startEmbeddedPostgres({ dataDir: join(directory, 'x'.repeat(100)), fast: true });
  try {
    expect(long.socketUrl).toBe(long.url);
    expect(await ask(long.socketUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await long.stop();
  }
});
