import { ConfigurationError, createClient } from '@parley/sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { answerJson, KEY, STATUS, serve } from './serve.ts';

const baseUrl = 'http://parley.test/demo/api/messaging/';
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['no key', { baseUrl }, 'apiKey is missing: pass it, or set PARLEY_API_KEY.'],
  [
    'an empty key',
    { baseUrl, apiKey: '' },
    'apiKey is empty: pass a key of the account, such as that of PARLEY_API_KEY.',
  ],
  [
    'a key with a line break',
    { baseUrl, apiKey: `${KEY}\n` },
    'apiKey must consist of visible ASCII characters, without spaces and line breaks.',
  ],
  ['a key with a header', { baseUrl, apiKey: `${KEY}\r\nx-evil: 1` }, 'apiKey must consist of visible ASCII'],
  ['a key beyond ASCII', { baseUrl, apiKey: `${KEY}…` }, 'apiKey must consist of visible ASCII'],
  ['no address', { apiKey: KEY }, 'baseUrl is missing: pass it, or set PARLEY_BASE_URL.'],
  [
    'a word as the address',
    { baseUrl: 'demo', apiKey: KEY },
    'baseUrl must have the form https://host/tenant/api/messaging/.',
  ],
  ['the address of a file', { baseUrl: 'file:///etc/passwd', apiKey: KEY }, 'baseUrl must have the form https://'],
  [
    'an address with a password',
    { baseUrl: `http://user:${KEY}@parley.test/`, apiKey: KEY },
    'baseUrl must have the form https://',
  ],
  ['an address with a query', { baseUrl: `${baseUrl}?key=${KEY}`, apiKey: KEY }, 'baseUrl must have the form https://'],
])('%s is refused before any call, in a sentence without the key', (_, options, sentence) => {
  vi.stubEnv('PARLEY_BASE_URL', undefined);
  vi.stubEnv('PARLEY_API_KEY', undefined);
  let thrown: unknown;
  try {
    createClient(options);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConfigurationError);
  expect(String(thrown)).toContain(sentence);
  expect(String(thrown)).not.toContain(KEY);
});

test('a missing address and key come from the environment', async () => {
  let called: [string, string | null] | undefined;
  vi.stubEnv('PARLEY_BASE_URL', baseUrl);
  vi.stubEnv('PARLEY_API_KEY', KEY);
  await createClient({
    fetch: async (url, init) => {
      called = [String(url), new Headers(init?.headers).get('authorization')];
      return Response.json(STATUS);
    },
  }).account.status();
  expect(called).toEqual([`${baseUrl}status`, `Bearer ${KEY}`]);
});

test.each([
  ['with a line break', 'order-1\r\nx-evil: 1'],
  ['beyond ASCII', 'طلب-١'],
  ['that is empty', ''],
])('an idempotency key %s is refused without an attempt', async (_, idempotencyKey) => {
  const { client, requests } = await serve((response) => answerJson(response, 200, { ok: true }));
  const sent = client.messages.send({ channel: 'wd', to: '1', message: 'x' }, { idempotencyKey });
  await expect(sent).rejects.toThrow(
    new ConfigurationError('idempotencyKey must consist of printable ASCII characters, at least one.'),
  );
  expect(requests).toEqual([]);
});

test('a call names the SDK, its version and the runtime', async () => {
  const { client, requests } = await serve((response) => answerJson(response, 200, STATUS));
  await client.account.status();
  expect(requests[0]?.headers['user-agent']).toBe(`parley-typescript/1.0.0 (node ${process.versions.node})`);
});
