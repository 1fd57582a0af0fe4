import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const PROGRAM = new URL('../dist/cli.js', import.meta.url).pathname;
const KEY = 'pk_a-key-that-nobody-else-sees';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let server: Server;
let url: string;
let folder: string;
beforeAll(async () => {
  server = createServer((_request, response) =>
    response.end(JSON.stringify({ ok: true, instance_id: 'ins_1', channels: ['wa'], balance: 1 })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // safe: it listens on an address
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/api/messaging/`;
});
afterAll(() => void server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  return () => rm(folder, { recursive: true, force: true });
});

interface Ran {
  code: number | null;
  output: string;
}

/** Runs a program to its end; each of `typed` is written once its question is asked. */
async function runToEnd(
  program: string,
  args: string[],
  given: { input?: string; typed?: [RegExp, string][]; variables?: Record<string, string> } = {},
) {
  const { PARLEY_API_KEY: _key, PARLEY_WEBHOOK_SECRET: _secret, ...env } = process.env;
  const child = spawn(program, args, { env: { ...env, ...given.variables, PARLEY_CONFIG_DIR: folder } });
  const typed = [...(given.typed ?? [])];
  let output = '';
  const hear = (chunk: string): void => {
    output += chunk;
    const [next] = typed;
    if (!next?.[0].test(output)) return;
    typed.shift();
    child.stdin.write(`${next[1]}\n`);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  if (given.typed === undefined) child.stdin.end(given.input ?? '');
  const [code] = await once(child, 'close');
  return { code, output } satisfies Ran;
}

const login = (...args: string[]): string[] => [PROGRAM, 'login', '--url', url, ...args];
const stored = async () => JSON.parse(await readFile(join(folder, 'login.json'), 'utf8'));

// apps/cli/README.md
test('a terminal asks for the key and the secret, and shows neither', async () => {
  const command = [process.execPath, ...login()].map((part) => `'${part}'`).join(' ');
  const { code, output } = await runToEnd('script', ['-qec', command, '/dev/null'], {
    typed: [
      [/API key: /, KEY],
      [/Webhook secret[^\n]*: /, SECRET],
    ],
  });
  expect(output).toContain('Logged in: ins_1');
  expect(output).not.toContain(KEY);
  expect(output).not.toContain(SECRET);
  expect(code).toBe(0);
  expect(await stored()).toMatchObject({ apiKey: KEY, webhookSecret: SECRET });
});

test('the standard input has the key and the secret, a line each', async () => {
  const { code, output } = await runToEnd(process.execPath, login('--key', '-', '--secret', '-'), {
    input: `${KEY}\n${SECRET}\n`,
  });
  expect({ code, output }).toEqual({ code: 0, output: 'Logged in: ins_1 (wa)\n' });
  expect(await stored()).toMatchObject({ apiKey: KEY, webhookSecret: SECRET });
});

test('the key and the secret can be given in files', async () => {
  const [keyFile, secretFile] = [join(folder, 'key'), join(folder, 'secret')];
  await writeFile(keyFile, `${KEY}\n`);
  await writeFile(secretFile, SECRET);
  const { output } = await runToEnd(process.execPath, login('--key-file', keyFile, '--secret-file', secretFile));
  expect(output).toBe('Logged in: ins_1 (wa)\n');
  expect(await stored()).toMatchObject({ apiKey: KEY, webhookSecret: SECRET });
});

test('arguments still work, with a warning for each that does not repeat it', async () => {
  const { code, output } = await runToEnd(process.execPath, login('--key', KEY, '--secret', SECRET));
  expect(code).toBe(0);
  expect(output).toMatch(/Warning: --key on the command line.*\n.*Warning: --secret on the command line/);
  expect(output).not.toContain(KEY);
  expect(output).not.toContain(SECRET);
});

test('without a terminal and without a key, the command says how to give it', async () => {
  const { code, output } = await runToEnd(process.execPath, login());
  expect(code).toBe(1);
  expect(output).toContain('--key is missing: give it by --key -, --key-file, PARLEY_API_KEY, or at a terminal.');
});

test('trigger needs no login where a variable has the secret', async () => {
  const trigger = [PROGRAM, 'trigger', 'message.received', '--forward', url];
  const variables = { PARLEY_WEBHOOK_SECRET: SECRET };
  expect(await runToEnd(process.execPath, trigger, { variables })).toEqual({
    code: 0,
    output: expect.stringMatching(/^message\.received {2}200 /),
  });
});
