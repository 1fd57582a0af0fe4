import { expect, test } from 'vitest';
import { requestCurl } from './request-curl.ts';

const ASKED = { origin: 'https://parley.example', slug: 'shop' };

test('a change becomes a command with its body, in which quotes are kept', () => {
  const body = `{"type":"it's"}`;
  expect(requestCurl({ ...ASKED, action: 'send', method: 'POST', body })).toBe(
    `curl -s -X POST 'https://parley.example/shop/api/messaging/send' -H "Authorization: Bearer $PARLEY_KEY" -H 'Content-Type: application/json' -d '{"type":"it'\\''s"}'`,
  );
});

test('a tool call becomes the request of its action', () => {
  expect(requestCurl({ ...ASKED, action: 'send', method: 'MCP POST', body: '{}' })).toContain('curl -s -X POST ');
  expect(requestCurl({ ...ASKED, action: 'events', method: 'MCP GET', body: '{}' })).toContain('curl -sG ');
});

test('a query has its fields in the address, and none if the log has them truncated', () => {
  const asked = { ...ASKED, action: 'events', method: 'GET' };
  const plain = `curl -sG 'https://parley.example/shop/api/messaging/events' -H "Authorization: Bearer $PARLEY_KEY"`;
  expect(requestCurl({ ...asked, body: '{"limit":5}' })).toBe(`${plain} --data-urlencode 'limit=5'`);
  expect(requestCurl({ ...asked, body: '{"limit":' })).toBe(plain);
});
