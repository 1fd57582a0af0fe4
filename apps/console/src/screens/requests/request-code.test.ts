import { expect, test, vi } from 'vitest';
import { requestPhp, requestPython, requestTypeScript } from './request-code.ts';

const ASKED = { origin: 'https://parley.example', slug: 'shop', action: 'send', method: 'POST' };
const FIELDS = { channel: 'wa', text: `It's "$5"\\\n`, is: true, not: false, none: null, list: [1, { a: 'b' }] };
const SEND = { ...ASKED, body: JSON.stringify(FIELDS) };
const LIST = { ...ASKED, action: 'messages', method: 'MCP GET', body: '{"limit":5,"all":true}' };

/** Runs code with a stand-in for fetch; returns what it was called with. */
async function run(code: string): Promise<unknown[]> {
  const fetch = vi.fn(async (..._given: unknown[]) => new Response('{}'));
  const process = { env: { PARLEY_KEY: 'pk_test' } };
  const console = { log: () => {} };
  const make = new Function('fetch', 'process', 'console', `return (async () => { ${code} })();`);
  await make(fetch, process, console);
  return fetch.mock.calls[0] ?? [];
}

test('TypeScript calls the action with the fields', async () => {
  const [address, options] = await run(requestTypeScript(SEND));
  expect(address).toBe('https://parley.example/shop/api/messaging/send');
  expect(options).toMatchObject({ method: 'POST', headers: { Authorization: 'Bearer pk_test' } });
  expect(JSON.parse((options as { body: string }).body)).toEqual(FIELDS);
  expect((await run(requestTypeScript(LIST)))[0]).toBe(
    'https://parley.example/shop/api/messaging/messages?limit=5&all=true',
  );
});

test('Python has its own words for true, false and nothing', () => {
  expect(requestPython(SEND)).toContain(
    String.raw`json={"channel": "wa", "text": "It's \"$5\"\\\n", "is": True, "not": False, "none": None, "list": [1, {"a": "b"}]},`,
  );
  expect(requestPython(LIST)).toContain('params={"limit": "5", "all": "true"},');
});

test('PHP keeps dollars, quotes and backslashes of a text as they are', () => {
  expect(requestPhp(SEND)).toContain(
    `(object) ['channel' => 'wa', 'text' => 'It\\'s "$5"\\\\\n', 'is' => true, 'not' => false, 'none' => null, 'list' => [1, ['a' => 'b']]]`,
  );
  expect(requestPhp(LIST)).toContain(
    `'https://parley.example/shop/api/messaging/messages?' . http_build_query(['limit' => '5', 'all' => 'true'])`,
  );
});

test('fields that the log has truncated are left out', () => {
  expect(requestPhp({ ...SEND, body: '{"channel":' })).toContain('json_encode((object) [])');
});
