import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FirstStart, runShell, startFirst } from '../support/system/first-start.ts';

// README.md: no licence server, no telemetry. Every process of the one-machine form loads record-connections.cjs.
const RECORDER = fileURLToPath(new URL('../support/system/record-connections.cjs', import.meta.url));
const START_WITHIN_MS = 120_000;
const READY = 'Ctrl-C drains and stops.';

let directory: string;
let parley: FirstStart | null;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-outgoing-'));
  await mkdir(join(directory, 'home'));
  await writeFile(join(directory, 'connections'), '');
  parley = null;
});
afterEach(async () => {
  await parley?.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

/** The defaults, except for what keeps concurrent tests apart. */
async function variables(given: Record<string, string> = {}): Promise<Record<string, string>> {
  const [port, sandboxPort, metricsPort] = await reservePorts(3);
  return {
    NODE_OPTIONS: `--require ${RECORDER}`,
    CONNECTIONS_FILE: join(directory, 'connections'),
    PARLEY_DATA_DIR: join(directory, 'home/.parley'),
    PARLEY_PORT: String(port),
    PARLEY_SANDBOX_PORT: String(sandboxPort),
    PARLEY_METRICS_PORT: String(metricsPort),
    ...given,
  };
}

/** Sockets in the file system and addresses of this machine; the look-up of an address asks no name server. */
const isLocal = (line: string): boolean => {
  const [kind = '', host = ''] = line.split(' ');
  if (kind.startsWith('lookup') && isIP(host) !== 0) return true;
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
};
const recorded = async (): Promise<string[]> =>
  (await readFile(join(directory, 'connections'), 'utf8')).split('\n').filter(Boolean);
const outgoing = async (): Promise<string[]> => [...new Set(await recorded())].filter((line) => !isLocal(line));

test(
  'with its defaults Parley opens no connection to another machine, while the demo is used',
  async () => {
    const settings = await variables();
    parley = startFirst(settings, 'oneMachine', { cwd: join(directory, 'home') });
    await parley.says(READY);
    const commands = parley.output().match(/^curl .*$/gm) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) await runShell(command, directory);
    for (const page of ['console', 'docs', 'openapi.json'])
      await fetch(`http://127.0.0.1:${settings.PARLEY_PORT}/${page}`);
    await parley.says('message.status');
    expect(await parley.stop()).toBe(0);
    expect(await recorded()).not.toEqual([]);
    expect(await outgoing()).toEqual([]);
  },
  START_WITHIN_MS,
);

test(
  'without the sandbox Parley connects only to what a setting names',
  async () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.invalid:4318' };
    const settings = await variables({ PARLEY_SANDBOX: 'false', ...collector });
    parley = startFirst(settings, 'oneMachine', { cwd: join(directory, 'home') });
    await parley.says(READY);
    await parley.stop();
    const connections = await outgoing();
    expect(connections).toContain('connect collector.invalid');
    expect(connections.filter((line) => !line.endsWith(' collector.invalid'))).toEqual([]);
  },
  START_WITHIN_MS,
);
