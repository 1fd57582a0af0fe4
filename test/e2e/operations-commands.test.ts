import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlocks } from '../../scripts/read-blocks.ts';
import { postWaMessage } from '../support/channels/wa-webhook.ts';
import { type FirstStart, runShell, startFirst } from '../support/system/first-start.ts';

// The commands of pages for operators that one machine can run, as the pages show them.
const START_WITHIN_MS = 120_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Deeper than any element that is stored. */
const LEVELS = 100;

let directory: string;
let variables: Record<string, string>;
let sandboxUrl: string;
let parley: FirstStart;

beforeAll(async () => {
  const [gateway = 0, sandbox = 0] = await reservePorts(2);
  directory = await mkdtemp(join(tmpdir(), 'parley-operations-'));
  sandboxUrl = `http://127.0.0.1:${sandbox}`;
  variables = {
    PARLEY_DATA_DIR: join(directory, '.parley'),
    PARLEY_PORT: String(gateway),
    PARLEY_SANDBOX_PORT: String(sandbox),
    PARLEY_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
  };
  parley = startFirst(variables);
  await parley.says('Ctrl-C drains and stops.');
}, START_WITHIN_MS);
afterAll(async () => {
  await parley?.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

/** The commands of a page with this word, in order. */
async function commandsOf(page: string, word: string): Promise<string[]> {
  const blocks = readBlocks(await readFile(`${ROOT}docs/operations/${page}.md`, 'utf8'));
  return blocks.flatMap(({ language, text }) => (language === 'sh' && text.includes(word) ? [text] : []));
}

/** Runs commands of a page in the checkout, whose `parley` is that of docs/operations/install.md. */
function run(script: string): Promise<string> {
  const exported = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  return runShell(['set -e', ...exported, 'parley() { npm run -s parley -- "$@"; }', script.trim()].join('\n'), ROOT);
}

test(
  'backups.md: a backup of the running machine is created and verified, and restored as a new data directory',
  async () => {
    const [create = '', restore = '', ...more] = (await commandsOf('backups', 'backup.key')).map((script) =>
      script
        .replaceAll('backup.key', join(directory, 'backup.key'))
        .replaceAll('/backups', join(directory, 'backups'))
        .replaceAll('/var/lib/parley', join(directory, 'restored')),
    );
    expect(more).toEqual([]);
    await mkdir(join(directory, 'backups'));
    const made = await run(create);
    expect(made).toContain(`${join(directory, 'backups/2026-11-26')} is complete`);
    expect(made).toContain('It can be restored.');
    expect(await run(restore)).toContain(`${join(directory, 'restored')} is as it was at`);
  },
  START_WITHIN_MS,
);

test(
  'quarantine.md: an element that cannot be stored is listed, shown, retried and discarded',
  async () => {
    const [commands = '', ...more] = await commandsOf('quarantine', 'quarantine');
    expect(more).toEqual([]);
    let deep: unknown = 1;
    for (let level = 0; level < LEVELS; level++) deep = [deep];
    const location = { latitude: 29.37, longitude: 47.97, name: deep };
    const message = { from: '16505550177', type: 'location', location };
    await postWaMessage(
      { sandbox: makeSandboxDriver({ url: sandboxUrl }) },
      SANDBOX_SEED.whatsapp.phoneNumberId,
      message,
    );
    const [list = '', ...others] = commands.trim().split('\n');
    const id = await pollUntil(async () => /^(\d+)\b/m.exec(await run(list))?.[1] ?? null, {
      what: () => 'the element',
    });
    for (const command of others) {
      const said = await run(command.replace('demo 1', `demo ${id}`));
      expect(said, command).toMatch(command.includes('show') ? /nested too deeply/ : /./);
    }
    expect(await run(list)).not.toMatch(new RegExp(`^${id}\\b`, 'm'));
  },
  START_WITHIN_MS,
);

test('parts.md: the command names services that exist, and asks for the variables that all processes share', async () => {
  const [command = '', ...more] = await commandsOf('parts', 'part.js');
  expect(more).toEqual([]);
  const { DATABASE_URL: _url, NATS_URL: _nats, PARLEY_ENCRYPTION_KEYS: _keys, ...inherited } = process.env;
  const ran = spawnSync('bash', ['-c', command], { cwd: ROOT, env: inherited, encoding: 'utf8' });
  expect(ran.status).not.toBe(0);
  expect(ran.stderr + ran.stdout).toMatch(/(NATS_URL|DATABASE_URL|PARLEY_ENCRYPTION_KEYS) is not set/);
});
