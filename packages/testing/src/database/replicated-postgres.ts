import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '@parley/common/at';
import { findServerUser } from '@parley/embedded-postgres/server-user';
import pg from 'pg';
import { pollUntil } from '../poll-until.ts';
import { reservePorts } from '../servers/reserve-ports.ts';
import { ensureDebianPostgres } from './debian-postgres.ts';
import type { OwnPostgres, PostgresEnd } from './own-postgres.ts';
import { findServerDirectory } from './server-directory.ts';

const USER = 'parley';
const DATABASE = 'parley';
const HOST = '127.0.0.1';
const SIGNAL = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' } as const;

const execute = promisify(execFile);
const addressOf = (hosts: string, database: string): string => `postgresql://${USER}@${hosts}/${database}`;

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A primary with a synchronous standby: `url` names both servers, `end` ends the primary permanently, and `start`
 * promotes the standby.
 */
export async function startReplicatedPostgres(): Promise<OwnPostgres> {
  const programs = await ensureDebianPostgres();
  const directory = await mkdtemp(join(await findServerDirectory(), 'parley-replicated-'));
  const user = findServerUser(directory, join(programs, 'postgres'));
  user.own(directory);
  const ports = await reservePorts(2);
  const [primaryPort, standbyPort] = [at(ports, 0), at(ports, 1)];
  const folderOf = (port: number): string => join(directory, String(port));
  const serverOf = (port: number, database = DATABASE): string => addressOf(`${HOST}:${port}`, database);
  for (const port of [primaryPort, standbyPort]) {
    mkdirSync(folderOf(port), { mode: 0o700 });
    user.own(folderOf(port));
  }

  async function run(program: string, ...given: string[]): Promise<void> {
    const { file, args, ...owner } = user.command(join(programs, program), given);
    await execute(file, args, { cwd: directory, ...owner });
  }

  const running = new Set<ChildProcess>();
  async function launch(port: number): Promise<ChildProcess> {
    const settings = [`port=${port}`, `listen_addresses=${HOST}`, 'unix_socket_directories=', 'shared_buffers=96MB'];
    const { file, args, ...owner } = user.command(join(programs, 'postgres'), [
      '-D',
      folderOf(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    // A separate process group: a crash ends every process of the server at once, as a crash of a machine does.
    const server = spawn(file, args, { cwd: directory, ...owner, stdio: 'ignore', detached: true });
    running.add(server);
    server.once('exit', () => running.delete(server));
    const accepts = (): Promise<true | null> =>
      query(serverOf(port, 'postgres'), 'SELECT 1').then(
        () => true,
        () => null,
      );
    await pollUntil(accepts, { what: () => `PostgreSQL on port ${port}` });
    return server;
  }

  async function end(server: ChildProcess, how: PostgresEnd): Promise<void> {
    if (server.pid === undefined || !running.has(server)) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    process.kill(how === 'crash' ? -server.pid : server.pid, SIGNAL[how]);
    await exited;
  }

  await run('initdb', '-D', folderOf(primaryPort), '-U', USER, '-A', 'trust', '-E', 'UTF8');
  const primary = await launch(primaryPort);
  await query(serverOf(primaryPort, 'postgres'), `CREATE DATABASE ${DATABASE}`);
  await run(
    'pg_basebackup',
    '-d',
    serverOf(primaryPort, 'postgres'),
    '-D',
    folderOf(standbyPort),
    '-R',
    '--checkpoint=fast',
  );
  await launch(standbyPort);
  // Only now, and only on the primary: without a standby every commit would wait.
  await query(serverOf(primaryPort), `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await query(serverOf(primaryPort), 'SELECT pg_reload_conf()');
  await pollUntil(
    async () =>
      (await query(serverOf(primaryPort), `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`))[0] ?? null,
    { what: () => 'the standby to replicate synchronously' },
  );

  const endWithUs = (): void => {
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  };
  process.once('exit', endWithUs);
  return {
    url: addressOf(`${HOST}:${primaryPort},${HOST}:${standbyPort}`, DATABASE),
    end: (how) => end(primary, how),
    async start() {
      await query(serverOf(standbyPort, 'postgres'), 'SELECT pg_promote(true, 60)');
    },
    async stop() {
      for (const server of running) await end(server, 'immediate');
      process.off('exit', endWithUs);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
