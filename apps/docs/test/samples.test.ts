import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Example } from '@parley/common/contract/action-facets';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { createClient } from '@parley/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSamples } from '../src/make-reference.ts';
import { SAMPLE_BASE_URL, SAMPLE_LANGUAGES, sample } from '../src/samples.ts';

const KEY = 'pk_sample';
const EXAMPLES = new Map<string, Example>(CUSTOMER_ACTIONS.map(({ name, example }) => [name, example]));

/** A request that a sample sent. */
interface Seen {
  method: string | undefined;
  path: string;
  key: string | undefined;
  input: unknown;
}

let server: Server;
let baseUrl: string;
let seen: Seen[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '', baseUrl);
    const action = searchParams.get('action') ?? pathname.split('/').at(-1) ?? '';
    searchParams.delete('action');
    const input = request.method === 'GET' ? Object.fromEntries(searchParams) : JSON.parse(body);
    seen.push({ method: request.method, path: action, key: request.headers.authorization, input });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(EXAMPLES.get(action)?.answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/api/messaging/`; // safe: it listens on a port
});
afterAll(() => void server.close());

/** The request that an action's example makes: a query has only texts. */
function expectedOf(name: string, method: string): Seen {
  const request: Record<string, unknown> = { ...EXAMPLES.get(name)?.request };
  const texts = Object.entries(request).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { method, path: name, key: `Bearer ${KEY}`, input: method === 'GET' ? Object.fromEntries(texts) : request };
}

async function runCurl(source: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('bash', ['-c', source.replace(SAMPLE_BASE_URL, baseUrl)], {
    env: { ...process.env, PARLEY_API_KEY: KEY },
  });
  return JSON.parse(stdout);
}

async function runTypescript(source: string): Promise<unknown> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const program = source.replace(/^import .*$/m, '').replace(SAMPLE_BASE_URL, baseUrl);
  let printed: unknown;
  const log = (value: unknown) => {
    printed = value;
  };
  await new AsyncFunction('createClient', 'process', 'console', program)(
    createClient,
    { env: { PARLEY_API_KEY: KEY } },
    { log },
  );
  return JSON.parse(JSON.stringify(printed));
}

test.each(CUSTOMER_ACTIONS.map(({ name, method }) => [name, method] as const))(
  'the samples of %s send the example of the document and print its answer',
  async (name, method) => {
    const { request = {}, answer } = EXAMPLES.get(name) ?? {};
    for (const run of [
      () => runCurl(sample('curl', name, request)),
      () => runTypescript(sample('typescript', name, request)),
    ]) {
      seen = [];
      const printed = await run();
      expect(seen).toEqual([expectedOf(name, method)]);
      expect(printed).toMatchObject(answer ?? {});
    }
  },
);

test('quotes the special characters of the shell and of JavaScript', async () => {
  const message = `It's "$HOME" \`id\` \\ \n ’`;
  for (const run of [
    () => runCurl(sample('curl', 'send', { channel: 'wa', to: '1', message })),
    () => runTypescript(sample('typescript', 'send', { channel: 'wa', to: '1', message })),
  ]) {
    seen = [];
    await run();
    expect(seen).toMatchObject([{ input: { message } }]);
  }
});

test('every action has samples in every language', () => {
  const samples = Object.entries(makeSamples());
  expect(samples.map(([action]) => action).toSorted()).toEqual(CUSTOMER_ACTIONS.map(({ name }) => name).toSorted());
  for (const [action, ofAction] of samples)
    expect([action, ofAction.map(({ label }) => label)]).toEqual([
      action,
      Object.values(SAMPLE_LANGUAGES).map(({ label }) => label),
    ]);
});
