import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries, type PostgresBinaries } from './embedded-binaries.ts';
import { assertWritable, findServerUser, type ServerUser } from './embedded-user.ts';

export interface EmbeddedOptions {
  /** Where the cluster lives; made on first start. */
  dataDir: string;
  /** 0 (default): any free port. */
  port?: number;
  /** Told the last lines of the server when it does not start. */
  log?: (line: string) => void;
  /** For tests alone: a crash of the machine may lose data. */
  fast?: boolean;
}

/** A PostgreSQL server of ours on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** Of the database `parley`. */
  url: string;
  pid: number;
  /** Ends the server in order: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>;
}

const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;
const USER = 'parley';
const DATABASE = 'parley';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=96MB',
  'jit=off',
  'log_min_messages=warning',
];
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

function runToEnd(user: ServerUser, program: string, args: string[]): Promise<void> {
  const { file, args: all, ...owner } = user.command(program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, all, {
      ...owner,
      cwd: tmpdir(),
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said.slice(-2000)}`)),
    );
  });
}

async function readPassword(dataDir: string): Promise<string> {
  const file = `${dataDir}.password`;
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Makes the cluster in a folder beside it and moves it into place, so that a kill in between leaves no half of one. */
async function initialise(
  binaries: PostgresBinaries,
  user: ServerUser,
  dataDir: string,
  password: string,
): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION')) && existsSync(join(dataDir, 'global', 'pg_control'))) return;
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  user.own(dataDir);
  const passwordFile = join(tmpdir(), `parley-${randomBytes(8).toString('hex')}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  user.own(passwordFile);
  try {
    await runToEnd(user, binaries.initdb, [
      `--pgdata=${dataDir}`,
      '--auth=scram-sha-256',
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The server that already runs on this data directory, after a kill of the process that started it. */
async function findSurvivor(dataDir: string): Promise<{ pid: number; port: number } | null> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid = '', , , port = ''] = (await readFile(file, 'utf8')).split('\n');
  if (/^\d+$/.test(pid) && /^\d+$/.test(port) && isAlive(Number(pid))) return { pid: Number(pid), port: Number(port) };
  await rm(file, { force: true });
  return null;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>('SHOW data_directory');
    return rows.length === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function makeDatabase(urlOf: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  withinMs: number,
  otherwise: () => Error,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await condition()); await pause(LOOK_EVERY_MS)) {
    if (Date.now() > deadline) throw otherwise();
  }
}

/**
 * Starts PostgreSQL from the npm package, or takes over the server that a killed run left behind. The server has a
 * process group of its own, so that Ctrl-C lets Parley drain before its database goes.
 */
export async function startEmbeddedPostgres({
  dataDir,
  port = 0,
  log,
  fast = false,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(dirname(dataDir), { recursive: true });
  assertWritable(dirname(dataDir));
  const binaries = await findPostgresBinaries();
  const user = findServerUser([binaries.postgres, dataDir]);
  const password = await readPassword(dataDir);
  await initialise(binaries, user, dataDir, password);

  const survivor = await findSurvivor(dataDir);
  const listenPort = survivor?.port ?? (port === 0 ? await findFreePort() : port);
  const urlOf = (database: string): string => `postgresql://${USER}:${password}@127.0.0.1:${listenPort}/${database}`;
  let child: ChildProcess | undefined;
  let said = '';
  if (!survivor) {
    const settings = [...SETTINGS, ...(fast ? FAST_SETTINGS : [])].flatMap((setting) => ['-c', setting]);
    const { file, args, ...owner } = user.command(binaries.postgres, [
      '-D',
      dataDir,
      '-p',
      String(listenPort),
      ...settings,
    ]);
    child = spawn(file, args, {
      ...owner,
      cwd: tmpdir(),
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
      log?.(chunk.toString().trimEnd());
    });
    child.on('error', (error) => {
      said += String(error);
    });
    child.unref();
    // safe: a pipe is a socket, which must not keep the process alive either
    (child.stderr as unknown as { unref?(): void } | null)?.unref?.();
  }
  const pid = survivor?.pid ?? child?.pid ?? 0;
  const ended = (): boolean => child?.exitCode !== null && child !== undefined;
  await waitUntil(
    async () => {
      if (ended()) throw new Error(`PostgreSQL did not start: ${said}`);
      return answers(urlOf('postgres'));
    },
    START_WITHIN_MS,
    () => new Error(`PostgreSQL did not answer within ${START_WITHIN_MS / 1000} s: ${said}`),
  );
  await makeDatabase(urlOf);

  return {
    url: urlOf(DATABASE),
    pid,
    async stop() {
      if (isAlive(pid) && !ended()) process.kill(pid, 'SIGINT');
      await waitUntil(
        () => ended() || !isAlive(pid),
        STOP_WITHIN_MS,
        () => new Error('PostgreSQL did not stop.'),
      );
    },
  };
}
