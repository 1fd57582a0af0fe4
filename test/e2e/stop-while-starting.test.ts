import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningServer } from '@parley/embedded-postgres/server-process';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePorts } from '@parley/testing/reserve-ports';
import { afterAll, expect, test } from 'vitest';
import { type FirstStart, startFirst } from '../support/first-start.ts';

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

/** Returns a data directory, and a start in it. */
async function openHome(
  variables: Record<string, string> = {},
): Promise<{ home: string; port: number; start: () => FirstStart }> {
  const home = await mkdtemp(join(tmpdir(), 'parley-data-'));
  homes.push(home);
  const [port = 0, sandboxPort = 0] = await reservePorts(2);
  const settings = {
    DATABASE_URL: '',
    PARLEY_DATA_DIR: home,
    PARLEY_PORT: String(port),
    PARLEY_SANDBOX_PORT: String(sandboxPort),
    PARLEY_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  return { home, port, start: () => startFirst(settings) };
}

test('a signal at any moment of a start ends everything that was started, and the next start works', {
  timeout: 5 * WITHIN_MS,
}, async () => {
  const { home, port, start } = await openHome();
  const moments: Record<string, () => Promise<unknown>> = {
    'PostgreSQL is initialised': async () => parley?.output().includes('Starting PostgreSQL'),
    'PostgreSQL starts': () => findRunningServer(join(home, 'postgres')),
    'the services start': async () => parley?.output().includes('Starting the services'),
    'the gateway answers': () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      ),
  };
  for (const [at, [moment, look]] of Object.entries(moments).entries()) {
    const signal = at % 2 === 0 ? 'SIGTERM' : 'SIGINT';
    parley = start();
    await until(moment, look);
    expect(await parley.stop(signal), `${moment}, ${signal}:\n${parley.output()}`).toBe(0);
    await untilNoneIsLeft(home, `${moment}, ${signal}`);
  }

  parley = start();
  await parley.says(READY);
  expect(await parley.stop('SIGTERM')).toBe(0);
  await untilNoneIsLeft(home, 'ready');
});

test('a signal while NATS cannot be reached ends PostgreSQL as well', { timeout: 2 * WITHIN_MS }, async () => {
  const [closed = 0] = await reservePorts(1);
  const { home, start } = await openHome({ NATS_URL: `nats://127.0.0.1:${closed}`, PARLEY_SANDBOX: 'false' });
  parley = start();
  await parley.says('bus.unreachable');
  expect(await parley.stop('SIGTERM'), parley.output()).toBe(0);
  await untilNoneIsLeft(home, 'NATS cannot be reached');
});
