import { expect, test } from 'vitest';
import { run } from '../../conformance/support/language.ts';
import { ensurePhp } from '../../conformance/support/programs.ts';
import { runPhp } from './run-php.ts';
import { answerJson, serve } from './serve.ts';

const KEY = 'pk_live_secret';
const ADDRESS = 'https://parley.example/demo/api/messaging/';
const FORM = 'baseUrl must have the form https://host/tenant/api/messaging/.';
const CHARACTERS = 'apiKey must consist of visible ASCII characters, without spaces and line breaks.';
const STATUS = { ok: true, instance_id: 'ins_1', channels: [], balance: 0 };

test.each([
  [{ key: KEY }, 'baseUrl is missing: pass it, or set PARLEY_BASE_URL.'],
  [{ url: ADDRESS }, 'apiKey is missing: pass it, or set PARLEY_API_KEY.'],
  [{ url: ADDRESS, key: '' }, 'apiKey is empty: pass a key of the account, such as that of PARLEY_API_KEY.'],
  [{ url: ADDRESS, key: `${KEY}\n` }, CHARACTERS],
  [{ url: ADDRESS, key: `${KEY}\r\nx-evil: 1` }, CHARACTERS],
  [{ url: ADDRESS, key: `${KEY}…` }, CHARACTERS],
  [{ url: 'demo', key: KEY }, FORM],
  [{ url: '', key: KEY }, FORM],
  [{ url: 'file:///etc/', key: KEY }, FORM],
  [{ url: 'php://filter/resource=/etc/passwd', key: KEY }, FORM],
  [{ url: 'data://text/plain,x', key: KEY }, FORM],
  [{ url: `http://me:${KEY}@parley.example/`, key: KEY }, FORM],
  [{ url: `${ADDRESS}?key=${KEY}`, key: KEY }, FORM],
  [{ url: `${ADDRESS}\r\n`, key: KEY }, FORM],
])('%o is refused before any call, in a sentence without the key', async (given, sentence) => {
  const message = { error: 'Parley\\ConfigurationException', message: sentence, retries: [] };
  expect(await runPhp('call.php', given, { PARLEY_BASE_URL: undefined, PARLEY_API_KEY: undefined })).toEqual(message);
});

test('a missing address and key come from the environment', async () => {
  const { url, requests } = await serve((response) => answerJson(response, 200, STATUS));
  await runPhp('call.php', {}, { PARLEY_BASE_URL: url, PARLEY_API_KEY: KEY });
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test.each(['order-1\r\nx-evil: 1', 'order-1\n', 'طلب-١', ''])(
  'the idempotency key %j is refused without an attempt',
  async (idempotencyKey) => {
    const { url, requests } = await serve((response) => answerJson(response, 200, { ok: true }));
    expect(await runPhp('call.php', { url, key: KEY, idempotencyKey })).toMatchObject({
      error: 'Parley\\ConfigurationException',
      message: 'idempotencyKey must consist of printable ASCII characters, at least one.',
    });
    expect(requests).toEqual([]);
  },
);

test('the client of streams sends no header with a line break, and opens no file', async () => {
  const { url, origin, requests } = await serve((response) => answerJson(response, 200, STATUS));
  const send = (given: object) => runPhp('send-directly.php', { url, headers: { accept: '*/*' }, ...given });
  for (const headers of [{ 'x-a': 'b\r\nx-evil: 1' }, { 'x-a\r\nx-evil': '1' }, { 'x-a': 'b\0' }])
    expect(await send({ headers })).toBe('Parley\\ConfigurationException');
  for (const address of ['file:///etc/passwd', 'php://stdin', 'data:text/plain,x', '/etc/passwd', `${origin}/\r\nx: y`])
    expect(await send({ url: address })).toBe('Parley\\ConfigurationException');
  expect(requests).toEqual([]);
  expect(await send({ url: `${origin}/events?after=1` })).toBeNull();
});

test('a call names the SDK, its version and the runtime', async () => {
  const { url, requests } = await serve((response) => answerJson(response, 200, STATUS));
  await runPhp('call.php', { url, key: KEY });
  const { stdout } = await run(await ensurePhp(), ['-r', 'echo PHP_VERSION;']);
  expect(requests[0]?.headers['user-agent']).toBe(`parley-php/1.0.0 (php ${stdout})`);
});
