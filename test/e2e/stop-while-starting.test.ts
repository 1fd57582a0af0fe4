import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRunningServer } from '@parley/embedded-postgres/server-process';
import { pollUntil } from '@parley/testing/poll-until';
import { ensureNatsServer } from '@parley/testing/servers/nats-server';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterAll, expect, test } from 'vitest';
import { type FirstStart, startFirst } from '../support/system/first-start.ts';

const WITHIN_MS = 120_000;
const READY = 'Ctrl-C drains and stops.';

const homes: string[] = [];
let parley: FirstStart | undefined;

afterAll(async () => {
  await parley?.stop();
  for (const home of homes) await rm(home, { recursive: true, force: true });
}, WITHIN_MS);

/** The command lines of processes that name the directory in their arguments or environment. */
async function processesOf(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const command = await read('cmdline');
    if (command.includes(path) || (await read('environ')).includes(path)) found.push(command.replaceAll('\0', ' '));
  }
  return found;
}

/** Waits, for at most two minutes. */
const until = (what: string, look: () => Promise<unknown>): Promise<unknown> =>
  pollUntil(async () => (await look()) || null, { deadlineMs: WITHIN_MS, everyMs: 5, what: () => what });

/** A child that has lost its parent ends by itself, soon after it. */
const untilNoneIsLeft = (home: string, when: string): Promise<unknown> =>
  until(`no process of ${home} is left (${when})`, async () => (await processesOf(home)).length === 0);

interface Home {
  path: string;
  port: number;
  /** Starts Parley in it. */
  start(): FirstStart;
}

/** Makes a data directory. */
async function openHome(
  variables: Record<string, string>,
  form: 'oneMachine' | 'cluster' = 'oneMachine',
): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'parley-data-'));
  homes.push(path);
  const [port = 0, secondPort = 0, sandboxPort = 0] = await reservePorts(3);
  const settings = {
    DATABASE_URL: '',
    PARLEY_DATA_DIR: path,
    PARLEY_PORT: String(port),
    PARLEY_SECOND_GATEWAY_PORT: String(secondPort),
    PARLEY_SANDBOX_PORT: String(sandboxPort),
    PARLEY_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  return { path, port, start: () => startFirst(settings, form) };
}

const isPostgresStarting = ({ path }: Home): Promise<unknown> => findRunningServer(join(path, 'postgres'));
const says = (text: string) => async (): Promise<unknown> => parley?.output().includes(text);
const isAnswering = ({ port }: Home): Promise<unknown> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );

/** Starts at each of the moments, and ends it by SIGTERM and SIGINT in turn: nothing that was started is left. */
async function endAt(home: Home, moments: Record<string, (home: Home) => Promise<unknown>>): Promise<void> {
  for (const [at, [moment, look]] of Object.entries(moments).entries()) {
    const signal = at % 2 === 0 ? 'SIGTERM' : 'SIGINT';
    parley = home.start();
    await until(moment, () => look(home));
    expect(await parley.stop(signal), `${moment}, ${signal}:\n${parley.output()}`).toBe(0);
    await untilNoneIsLeft(home.path, `${moment}, ${signal}`);
  }
}

test('a signal at any moment of a start ends everything that was started, and the next start works', {
  timeout: 5 * WITHIN_MS,
}, async () => {
  const home = await openHome({});
  await endAt(home, {
    'PostgreSQL is initialised': says('Starting PostgreSQL'),
    'PostgreSQL starts': isPostgresStarting,
    'the services start': says('Starting the services'),
    'the gateway answers': isAnswering,
  });
  parley = home.start();
  await parley.says(READY);
  expect(await parley.stop('SIGTERM')).toBe(0);
  await untilNoneIsLeft(home.path, 'ready');
});

test('a signal at any moment of a cluster’s start ends its processes, NATS and PostgreSQL', {
  timeout: 5 * WITHIN_MS,
}, async () => {
  const nats = dirname(await ensureNatsServer());
  const home = await openHome({ PATH: `${nats}:${process.env.PATH}` }, 'cluster');
  await endAt(home, {
    'PostgreSQL starts': isPostgresStarting,
    'the processes start': says('Parley starts as a cluster'),
    'a gateway answers': isAnswering,
  });
});

test('a signal while NATS cannot be reached ends PostgreSQL as well', { timeout: 2 * WITHIN_MS }, async () => {
  const [closed = 0] = await reservePorts(1);
  const home = await openHome({ NATS_URL: `nats://127.0.0.1:${closed}`, PARLEY_SANDBOX: 'false' });
  parley = home.start();
  await parley.says('bus.unreachable');
  expect(await parley.stop('SIGTERM'), parley.output()).toBe(0);
  await untilNoneIsLeft(home.path, 'NATS cannot be reached');
});
