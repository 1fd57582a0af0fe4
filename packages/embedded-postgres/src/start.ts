import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries } from './binaries.ts';
import { clusterUrl, initialiseCluster, PROGRAM_ENVIRONMENT, readPassword } from './cluster.ts';
import { findFreePort } from './free-port.ts';
import { canonicalPath, findRunningServer } from './server-process.ts';
import { assertWritable, findServerUser } from './server-user.ts';
import { sharedBuffersMb } from './shared-buffers.ts';
import { sharedMemorySettings } from './shared-memory.ts';

export interface EmbeddedOptions {
  /** Directory of the cluster; created on first start. Its password is in `<dataDir>.password`. */
  dataDir: string;
  /** 0 (default): any free port. A server that is taken over keeps its port. */
  port?: number;
  /** Receives the server's output. */
  log?: (line: string) => void;
  /** Called when one of PostgreSQL's programs runs: this process only waits for it. */
  onLaunch?: () => void;
  /** Used by tests only: a crash of the machine may lose data, and no password is required. */
  fast?: boolean;
  /** Restarts the server, on the same port, when it ends unexpectedly or is killed. Default true. */
  keepRunning?: boolean;
}

/** A running embedded PostgreSQL server on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** URL of the database `parley`, over TCP. */
  url: string;
  /** The same over a Unix socket, which costs less CPU; over TCP when the server has no socket. */
  socketUrl: string;
  /** Pid of the server when it was first started or taken over. */
  pid: number;
  /** Shuts the server down cleanly: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>;
}

const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;
const WATCH_EVERY_MS = 250;
const DATABASE = 'parley';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'jit=off',
  // Each is a process: reads that miss the buffers are few on one machine, and nothing is replicated to it.
  'io_workers=1',
  'max_logical_replication_workers=0',
  'log_min_messages=warning',
  // Statements contain personal data, which must not be logged.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];
/** The path of a socket is limited: 108 bytes on Linux, 104 elsewhere. Its name takes at most 19 of them. */
const MAX_SOCKET_DIRECTORY_BYTES = 84;
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Temporary failures: leftover processes of a killed server, another process starting the same one, a port that was
 * just taken.
 */
const PASSES = /is still in use|lock file "/i;
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/i;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

interface Attempt {
  hasEnded(): boolean;
  said(): string;
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function makeDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
      const isThere = error instanceof Error && 'code' in error && ['42P04', '23505'].includes(String(error.code));
      if (!isThere) throw error;
    });
  } finally {
    await client.end();
  }
}

/** Prepares the data directory and returns a function that starts its server. */
async function prepare({ dataDir, log, onLaunch, fast = false }: EmbeddedOptions) {
  await mkdir(dirname(dataDir), { recursive: true });
  assertWritable(dirname(dataDir));
  const binaries = await findPostgresBinaries();
  const user = findServerUser(dataDir, binaries.postgres);
  const password = await readPassword(dataDir);
  await initialiseCluster({ dataDir, binaries, user, password, fast, onLaunch });
  // Only the server's user may open the data directory, and so the socket in it.
  const socketDirectory = Buffer.byteLength(dataDir) <= MAX_SOCKET_DIRECTORY_BYTES ? dataDir : '';
  const settings = [
    ...SETTINGS,
    `shared_buffers=${await sharedBuffersMb(dataDir)}MB`,
    `unix_socket_directories=${socketDirectory}`,
    ...(await sharedMemorySettings()),
    ...(fast ? FAST_SETTINGS : []),
  ].flatMap((setting) => ['-c', setting]);
  const urlOf = (port: number, database: string): string => clusterUrl(password, port, database);

  return {
    urlOf,
    /** Null when the directory's name is too long for a socket. */
    socketUrlOf: (port: number, database: string): string | null =>
      socketDirectory === '' ? null : `${urlOf(port, database)}?${new URLSearchParams({ host: socketDirectory })}`,
    /** In its own process group: Ctrl-C must reach Parley first, which drains before it stops the database. */
    launch(port: number): Attempt {
      const { file, args, ...owner } = user.command(binaries.postgres, [
        '-D',
        dataDir,
        '-p',
        String(port),
        ...settings,
      ]);
      const child = spawn(file, args, {
        ...owner,
        cwd: tmpdir(),
        env: PROGRAM_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      onLaunch?.();
      let said = '';
      let ended = false;
      child.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4000);
        log?.(chunk.toString().trimEnd());
      });
      child.once('error', (error) => {
        said += String(error);
        ended = true;
      });
      child.once('close', () => {
        ended = true;
      });
      child.unref();
      // safe: a pipe is a socket, which must not keep the process alive either
      (child.stderr as unknown as { unref?(): void }).unref?.();
      return { hasEnded: () => ended, said: () => said.trim() };
    },
  };
}

type Launcher = Awaited<ReturnType<typeof prepare>>;

/** Takes over the running server, or starts one, until one accepts connections. */
async function bringUp(dataDir: string, port: number, launcher: Launcher): Promise<{ pid: number; port: number }> {
  let attempt: Attempt | null = null;
  for (const deadline = Date.now() + START_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
    if (attempt?.hasEnded()) {
      const passes = PASSES.test(attempt.said()) || (port === 0 && PORT_TAKEN.test(attempt.said()));
      if (!passes) throw new Error(`PostgreSQL did not start: ${attempt.said()}`);
      attempt = null;
    }
    const running = await findRunningServer(dataDir);
    if (running === null) attempt ??= launcher.launch(port === 0 ? await findFreePort() : port);
    else if (running.port !== null && (await accepts(launcher.urlOf(running.port, 'postgres'))))
      return { pid: running.pid, port: running.port };
  }
  throw new Error(`PostgreSQL did not answer within ${START_WITHIN_MS / 1000} s. ${attempt?.said() ?? ''}`);
}

async function shutDown(dataDir: string): Promise<void> {
  let asked = 0;
  for (const deadline = Date.now() + STOP_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
    const running = await findRunningServer(dataDir);
    if (running === null) return;
    if (running.pid > 0 && running.pid !== asked) {
      asked = running.pid;
      if (isAlive(asked)) process.kill(asked, 'SIGINT');
    }
  }
  throw new Error(`PostgreSQL did not stop within ${STOP_WITHIN_MS / 1000} s.`);
}

/** Ends the server of a data directory, regardless of its starter; does nothing when none is running. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<void> {
  await shutDown(canonicalPath(dataDir));
}

/** Starts PostgreSQL from the npm package, or takes over the server that a killed run left behind. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = canonicalPath(options.dataDir);
  const launcher = await prepare({ ...options, dataDir });
  const { pid, port } = await bringUp(dataDir, options.port ?? 0, launcher);
  await makeDatabase(launcher.urlOf(port, 'postgres'));

  const url = launcher.urlOf(port, DATABASE);
  const socketUrl = launcher.socketUrlOf(port, DATABASE);
  // A server that an older version did not stop may have no socket.
  const hasSocket = socketUrl !== null && (await accepts(socketUrl));

  let current = pid;
  let isWanted = options.keepRunning ?? true;
  let recovery: Promise<void> | null = null;
  const recover = async (): Promise<void> => {
    try {
      current = (await bringUp(dataDir, port, launcher)).pid;
    } catch (error) {
      options.log?.(error instanceof Error ? error.message : String(error));
    } finally {
      recovery = null;
    }
  };
  const watch = setInterval(() => {
    if (isWanted && !isAlive(current)) recovery ??= recover();
  }, WATCH_EVERY_MS);
  watch.unref();

  return {
    url,
    socketUrl: hasSocket ? socketUrl : url,
    pid,
    async stop() {
      isWanted = false;
      clearInterval(watch);
      await recovery;
      await shutDown(dataDir);
    },
  };
}
