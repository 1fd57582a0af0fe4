import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import { BotTool, BotTrigger } from '@parley/common/contracts/operator/bots';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { buildProgram } from '@parley/parley/command-line/build-program';
import { commandOf, SECRETS } from '@parley/parley/command-line/command-names';
import type { OperatorClient } from '@parley/parley/command-line/operator-client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

/** Runs a command line against a client that records its calls. */
async function run(
  args: string[],
  body: unknown = {},
): Promise<{ operation: string; input: Record<string, unknown> }[]> {
  const asked: { operation: string; input: Record<string, unknown> }[] = [];
  const client: OperatorClient = {
    call: async (contract, input) => {
      asked.push({ operation: contract.name, input });
      return { status: 200, body };
    },
  };
  await addCustomerCommands(buildProgram(async () => client)).parseAsync(['node', 'parley', ...args]);
  return asked;
}

test('every operator endpoint has its own command', () => {
  const commands = OPERATOR_ENDPOINTS.map(({ name }) => commandOf(name).join(' '));
  expect(new Set(commands).size).toBe(OPERATOR_ENDPOINTS.length);
});

test('arguments and options become the fields of the contract, with their types', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(
    await run([
      'keys',
      'create',
      'shop',
      '--label',
      'Main',
      '--channels',
      'wa,tg',
      '--rate-limit-per-minute',
      '120',
      '--webhook-url',
      'null',
    ]),
  ).toEqual([
    {
      operation: 'create-key',
      input: { slug: 'shop', label: 'Main', channels: ['wa', 'tg'], rate_limit_per_minute: 120, webhook_url: null },
    },
  ]);
  expect(
    await run([
      'conversations',
      'update-many',
      'shop',
      '--filter',
      '{"unread":true}',
      '--status',
      'resolved',
      '--ids',
      '3,4',
    ]),
  ).toEqual([
    {
      operation: 'update-conversations',
      input: { slug: 'shop', filter: { unread: true }, status: 'resolved', ids: [3, 4] },
    },
  ]);
  expect(await run(['conversations', 'update-many', 'shop', '--filter', 'open'])).toMatchObject([
    { input: { slug: 'shop', filter: 'open' } },
  ]);
  expect(await run(['credit', 'add', 'shop', '--amount', '-0.50'])).toEqual([
    { operation: 'add-credit', input: { slug: 'shop', amount: '-0.50' } },
  ]);
});

test('a key’s scheduled messages are cancelled or kept by a switch', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const revoke = (...switches: string[]) => run(['keys', 'revoke', 'shop', 'ins_1', ...switches]);
  const input = { slug: 'shop', instance_id: 'ins_1' };
  expect(await revoke()).toEqual([{ operation: 'revoke-key', input }]);
  expect(await revoke('--cancel-scheduled')).toMatchObject([{ input: { ...input, cancel_scheduled: true } }]);
  expect(await revoke('--keep-scheduled')).toMatchObject([{ input: { ...input, cancel_scheduled: false } }]);
});

test('a secret as an argument works with a warning, and from a file or the standard input without one', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const warnings: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void warnings.push(line));
  const folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'key'), 'sk-1\n');
  const set = (...given: string[]) => run(['ai-keys', 'set', 'demo', 'openai', ...given]);
  expect(await set('--api-key-file', join(folder, 'key'))).toMatchObject([{ input: { api_key: 'sk-1' } }]);
  expect(warnings).toEqual([]);
  expect(await set('--api-key', 'sk-1')).toMatchObject([{ input: { api_key: 'sk-1' } }]);
  expect(warnings).toEqual([expect.stringMatching(/^Warning: --api-key on the command line/)]);
  expect(warnings[0]).not.toContain('sk-1');
  const notify = ['notifications', 'set', 'demo'];
  expect(await run([...notify, '--smtp-url', 'null'])).toMatchObject([{ input: { smtp_url: null } }]);
  expect(await run([...notify, '--unattended-minutes', '5'])).toEqual([
    { operation: 'update-notification-settings', input: { slug: 'demo', unattended_minutes: 5 } },
  ]);
  expect(warnings).toHaveLength(1);
});

test('every field of the operator API that is named like a secret is read like one', () => {
  const named = OPERATOR_ENDPOINTS.flatMap(({ input }) => Object.keys(input.shape)).filter((name) =>
    /(^|_)(key|token|secret|password|credentials|smtp_url|sms)$/.test(name),
  );
  expect([...new Set(named)].toSorted()).toEqual([...SECRETS].toSorted());
});

async function updateBot(): Promise<void> {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const given = { trigger: { kind: 'all' }, tools: [{ name: 'stock', parameters: { type: 'object' } }] };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, JSON.stringify(value)]);
  expect(await run(['bots', 'update', 'shop', 'bot_1', ...options, '--accounts', '3,4'])).toEqual([
    { operation: 'update-bot', input: { slug: 'shop', id: 'bot_1', ...given, accounts: [3, 4] } },
  ]);
}

test('a bot’s trigger and tools are written as JSON', updateBot);

test('fields keep their types where their schemas have names for the OpenAPI documents', async () => {
  const named = [BotTool, BotTrigger].map((schema) => ({ schema, meta: z.globalRegistry.get(schema) }));
  onTestFinished(() => {
    for (const { schema, meta } of named) z.globalRegistry.remove(schema).add(schema, { ...meta });
  });
  for (const [index, { schema, meta }] of named.entries()) {
    z.globalRegistry.add(schema, { ...meta, id: `Named${index}` });
  }
  await updateBot();
});

test('a list is printed as a table, with the way to the next page', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await run(['tenants', 'list'], { items: [{ slug: 'shop', balance: 12.5 }], next_cursor: 'abc' });
  expect(lines).toEqual(['slug  balance', 'shop  12.5', 'more: --cursor abc']);
});

test('an irreversible command runs only with --yes', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await run(['contacts', 'erase', 'acme', '7'])).toEqual([]);
  expect(process.exitCode).toBe(1);
  expect(said.mock.calls.flat().join(' ')).toContain('--yes');
  expect(await run(['contacts', 'erase', 'acme', '7', '--yes', '--json'])).toEqual([
    { operation: 'erase-contact', input: { slug: 'acme', id: '7' } },
  ]);
  expect(await run(['tenants', 'erase', 'acme', '--yes', '--json'])).toEqual([
    { operation: 'erase-tenant', input: { slug: 'acme' } },
  ]);
});

test('the commands of an API key share their nouns with the operator’s verbs', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const asked = await run(['channels', 'list', 'demo', '--json'], { items: [] });
  expect(asked).toMatchObject([{ operation: 'list-tenant-channels', input: { slug: 'demo' } }]);
  expect(JSON.parse(String(print.mock.lastCall?.[0]))).toEqual({ items: [] });
  expect(await run(['conversations', 'list', 'demo'], { items: [] })).toMatchObject([
    { operation: 'list-conversations', input: { slug: 'demo' } },
  ]);
  vi.stubEnv('PARLEY_CONFIG_DIR', '/nonexistent');
  for (const given of [['channels'], ['conversations'], ['conversations', '12']])
    await expect(run(given)).rejects.toThrow('parley login');
});

test('every noun of the help is described', () => {
  const program = buildProgram(() => Promise.reject(new Error('It calls nothing.')));
  expect(program.commands.filter((noun) => noun.description() === '').map((noun) => noun.name())).toEqual([]);
});
