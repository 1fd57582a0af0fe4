import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callJson } from '../support/requests/call-json.ts';
import { type FirstStart, runShell, startFirst } from '../support/system/first-start.ts';
import { startOwnSandbox } from '../support/system/own-sandbox.ts';
import { readTutorial } from '../support/tutorial/read-tutorial.ts';

// The output of `npm start` for a person: the file of settings, the log, the time, and the next steps.
const START_WITHIN_MS = 120_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY = 'Ctrl-C drains and stops.';
let directory: string;
let ports: { gateway: number; sandbox: number; smtp: number };
let parley: FirstStart | null;

beforeEach(async () => {
  const [gateway = 0, sandbox = 0, smtp = 0] = await reservePorts(3);
  ports = { gateway, sandbox, smtp };
  directory = await mkdtemp(join(tmpdir(), 'parley-start-'));
  parley = null;
});
afterEach(async () => {
  await parley?.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

const variables = (): Record<string, string> => ({
  PARLEY_DATA_DIR: join(directory, '.parley'),
  PARLEY_PORT: String(ports.gateway),
  PARLEY_SANDBOX_PORT: String(ports.sandbox),
  PARLEY_METRICS_PORT: '',
});
const envFile = (): string => join(directory, '.env');

test(
  '.env of the working directory is read and named, variables that are set win, and the log is JSON in a pipe',
  async () => {
    const { PARLEY_PORT: port, ...given } = variables();
    await writeFile(envFile(), `# ours\nPARLEY_PORT=${port}\nPARLEY_SANDBOX_PORT=1\nLOG_LEVEL=info\n`);
    parley = startFirst(given, 'oneMachine', { cwd: directory });
    await parley.says(READY);
    expect(parley.output().split('\n')[0]).toBe(
      `Settings are read from ${envFile()}; variables that are set already win.`,
    );
    expect(parley.output()).toContain(`http://localhost:${port}/console`);
    expect(parley.output()).toContain(`http://127.0.0.1:${ports.sandbox}/sandbox/phone`);
    expect(parley.output()).toMatch(/^\{"level":30,/m);
  },
  START_WITHIN_MS,
);

test.each([
  ['PARLEY_PORT=8080\nPARLEY_HOST 0.0.0.0\n', 'Line 2'],
  ['PARLEY_META_APP_SECRET="no end\nPARLEY_PORT=8080\n', 'Line 1'],
])('a broken .env is refused in one sentence: %j', async (text, line) => {
  await writeFile(envFile(), text);
  const refused = startFirst({ PARLEY_DATA_DIR: join(directory, '.parley') }, 'oneMachine', { cwd: directory });
  expect(await refused.ended()).toBe(1);
  expect(refused.output()).toBe(`${line} of ${envFile()} is not NAME=value: correct it, or begin it with #.\n`);
});

test(
  'on a terminal only lines for a person are printed, and the time counts what was before the process',
  async () => {
    const minuteAgo = String(Date.now() - 60_000);
    parley = startFirst({ ...variables(), STARTED_AT_MS: minuteAgo }, 'oneMachine', { terminal: true });
    await parley.says(READY);
    const lines = parley.output().split(/\r?\n/);
    expect(lines.slice(0, 2)).toEqual(['Starting PostgreSQL …', 'Starting the services …']);
    expect(parley.output()).not.toContain('{"level"');
    expect(parley.output()).not.toContain('INFO');
    const [, seconds] = /Parley is ready \((\d+\.\d) s\)/.exec(parley.output()) ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
    // The command of `npm start` records the time before it builds.
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts.start).toMatch(/^export STARTED_AT_MS=\$\(node -p 'Date.now\(\)'\); node scripts\/build\.mjs && /);
  },
  START_WITHIN_MS,
);

test(
  'every command of “The first tenant” in docs/operations/install.md works in the checkout',
  async () => {
    const provider = startOwnSandbox(ports.sandbox, ports.smtp, `http://127.0.0.1:${ports.gateway}`);
    try {
      const given = { ...variables(), ...provider.variables };
      parley = startFirst(given);
      await parley.says(READY);
      const steps = await readTutorial('operations/install.md', { 8080: ports.gateway });
      const commands = steps.filter(({ script }) => /^parley\b/.test(script)).map(({ script }) => script);
      expect(commands).toHaveLength(2);
      const set = {
        ...given,
        TOKEN: SANDBOX_SEED.whatsapp.token,
        WEBHOOK_URL: `http://127.0.0.1:${ports.sandbox}/sandbox/receiver/shop`,
      };
      const exported = Object.entries(set).map(([name, value]) => `export ${name}='${value}'`);
      const printed = await runShell(['set -e -o pipefail', ...exported, ...commands].join('\n'), ROOT);
      expect(printed).toMatch(/pk_\w+/);
      expect(printed).toContain('/sandbox/receiver/shop');
    } finally {
      provider.stop();
    }
  },
  START_WITHIN_MS,
);

test(
  'without the sandbox it ends with the next commands, which work as printed',
  async () => {
    const provider = startOwnSandbox(ports.sandbox, ports.smtp, `http://127.0.0.1:${ports.gateway}`);
    try {
      const given = { ...variables(), ...provider.variables };
      parley = startFirst(given);
      await parley.says(READY);
      expect(parley.output()).not.toContain('/demo/');
      const [makeTenant = '', makeKey = '', send = '', ...more] =
        parley.output().match(/^(npm run|API_KEY=|curl ).*$/gm) ?? [];
      expect(more).toEqual([]);
      const exported = Object.entries(given).map(([name, value]) => `export ${name}='${value}'`);
      const inShell = (...commands: string[]) => runShell([...exported, ...commands].join('\n'), ROOT);
      await inShell(makeTenant);
      const { adminToken } = JSON.parse(await readFile(join(directory, '.parley/secrets.json'), 'utf8'));
      const { wabaId, phoneNumberId, token } = SANDBOX_SEED.whatsapp;
      const connected = await callJson('POST', `http://127.0.0.1:${ports.gateway}/api/admin/tenants/shop/channels/wa`, {
        token: adminToken,
        body: {
          phone_number_id: phoneNumberId,
          waba_id: wabaId,
          access_token: token,
          number: '+15550783881',
          label: 'Shop',
        },
      });
      expect(connected.body).toMatchObject({ account_id: expect.anything() });
      const printed = (await inShell(makeKey, send)).trim().split('\n');
      expect(printed[0]).toMatch(/^pk_/);
      expect(JSON.parse(printed[1] ?? '')).toMatchObject({ ok: true });
    } finally {
      provider.stop();
    }
  },
  START_WITHIN_MS,
);
